/** Prints the sections of the text, each with its items, and puts the ways where the form wants them. */

import { isFinding } from '../../session/findings.ts';
import { orderPackages } from '../../session/rules/packages.ts';
import { splitAtItems } from '../../session/rules/text-measures.ts';
import type { Item, Text, TextSection } from '../../session/text.ts';
import type { LabelKey } from '../../wording/label-words.ts';
import { printChanges, printCoverage } from '../plan/coverage.ts';
import { isNotAgreed, type Printing } from '../printing.ts';
import { printVoted } from './not-agreed.ts';
import { rankItems } from './rank-ideas.ts';
import { printWays } from './ways.ts';

/** A section as a template gets it; `heading` includes its marks. */
export interface PrintedSection {
  id: string;
  title: string;
  heading: string;
  body: string;
}

/** The sections in reading order. One with nothing to say is left out; items of an unknown section come last. */
export function printSections(
  text: Text,
  printing: Printing,
  { waysIn }: { waysIn: string },
): PrintedSection[] {
  const { session, say } = printing;
  const items = orderPackages(session.artifacts.filter((item) => !isNotAgreed(item) || isFinding(item)));
  const sections = withOwnSections(text, printing, waysIn);
  const known = new Set(sections.map(({ id }) => id));
  const homeless = items.filter(({ section }) => !known.has(section));
  const printed = sections.map((section) => {
    const own = items.filter(({ section: id }) => id === section.id);
    return printSection(section, own, { text, printing, waysIn, above: known });
  });
  const further = { id: 'further', title: say('section.further'), body: '', from: [] };
  return [...printed, printSection(further, homeless, { text, printing, waysIn, above: known })].filter(
    ({ body }) => body !== '',
  );
}

/** The text's sections, with those for the ways and the drivers where the writer left them out, in the order of the form. */
function withOwnSections(text: Text, { form, session }: Printing, waysIn: string): TextSection[] {
  const order = form.sections.map(({ id }) => id);
  const sections = [...text.sections];
  const needed = [
    ...(text.drivers.length > 0 && order.includes('drivers') ? ['drivers'] : []),
    ...(text.ways.length > 0 ? [waysIn] : []),
    ...(session.earlier_plan === undefined ? [] : ['changes']),
    ...((session.demands ?? []).length > 0 && order.includes('coverage') ? ['coverage'] : []),
  ];
  for (const id of needed) {
    if (sections.some((section) => section.id === id)) continue;
    const next = sections.findIndex((section) => order.indexOf(section.id) > order.indexOf(id));
    sections.splice(next === -1 ? sections.length : next, 0, { id, title: '', body: '', from: [] });
  }
  return sections;
}

function printSection(
  section: TextSection,
  items: readonly Item[],
  options: { text: Text; printing: Printing; waysIn: string; above: ReadonlySet<string> },
): PrintedSection {
  const { text, printing, waysIn, above } = options;
  const { id } = section;
  // A section `requirements-upload` stands below `requirements`.
  const isBelow = printing.form.sections.some((one) => above.has(one.id) && id.startsWith(`${one.id}-`));
  const level = isBelow ? 3 : 2;
  const title = printing.title(section.title, nameSection(id, printing));
  const placed = splitAtItems(section.body, items);
  const body = placed
    .map((part) => (typeof part === 'string' ? printing.body(part, { level }) : printVoted(part, printing)))
    .filter((part) => part !== '')
    .join('\n\n');
  const drivers = id === 'drivers' && body === '' ? text.drivers.map((one) => `* ${printing.line(one)}`) : [];
  const parts = [
    body,
    drivers.join('\n'),
    ...(id === 'coverage' ? [printCoverage(printing)] : []),
    ...(id === 'changes' ? [printChanges(printing)] : []),
    ...(id === waysIn ? [printWays(text, printing)] : []),
    ...rankItems(items.filter((item) => !placed.includes(item))).map((item) => printVoted(item, printing)),
  ];
  return {
    id,
    title,
    heading: `${'#'.repeat(level)} ${title}`,
    body: parts.filter((part) => part !== '').join('\n\n'),
  };
}

/** The heading that ships for a section of the form, where the writer gave none. */
function nameSection(id: string, { form, say }: Printing): string {
  const isKnown = form.sections.some((section) => section.id === id);
  return say(isKnown ? (`${form.type}.${id}` as LabelKey) : 'section.further');
}
