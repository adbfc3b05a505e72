/** The sections of a rehearsed draft, by the form of its document; ids and headings are those of the form. */
import type { RequestFacts } from '../session/model-request.ts';
import type { ItemKind, OutputType, StatementKind } from '../session/vocabulary.ts';
import type { DraftItem, ToldPoint } from './items.ts';
import { quote, shorten } from './quote.ts';

/** A section: the kinds of item that are printed in it, the kinds of statement that it tells, and what stands before them. */
interface Layout {
  id: string;
  kinds?: readonly ItemKind[];
  tells?: readonly StatementKind[];
  body?: (items: readonly DraftItem[], facts: RequestFacts) => string;
}

/** Marks of items, so that the references follow their numbers. */
function mark(items: readonly DraftItem[]): string {
  return items.map(({ id }) => `[[${id}]]`).join(', ');
}

function describeToday(_: readonly DraftItem[], { session }: RequestFacts): string {
  const found = session.dossier.filter((fact) => fact.found !== 'no');
  return [
    `What is there today was not made for ${quote(session.topic)}; people help themselves by hand.`,
    ...found.map(({ id, claim }) => `- ${shorten(claim, 200)} [[${id}]]`),
  ].join('\n');
}

const outcome = [
  'The way was taken that leaves least to operate.',
  'An existing product pays only when the present parts reach a limit that somebody has measured, and the interface keeps that way open.',
].join(' ');

const consequences = [
  '- Easier: the first version can be tried soon, on the machines that are there.',
  '- Harder: what the present parts cannot do has to be written, and looked after.',
  '- To be kept up: the interface, because what stands behind it may change one day.',
].join('\n');

/** Three steps: what the rest stands on, and the rest in two parts. */
function describeWork(items: readonly DraftItem[]): string {
  const [first, ...others] = items.filter(({ kind }) => kind !== 'out-of-scope');
  const half = Math.ceil(others.length / 2);
  return [first === undefined ? [] : [first], others.slice(0, half), others.slice(half)]
    .filter((part) => part.length > 0)
    .map(
      (part, index) =>
        `${index + 1}. ${index === 0 ? 'What everything else stands on' : 'Next'}: ${mark(part)}.`,
    )
    .join('\n');
}

function describeConfirmation(items: readonly DraftItem[]): string {
  return `Somebody who did not build it carries out the checks of ${mark(items.slice(0, 3))} on a copy, and keeps the results.`;
}

/** Packages of the plan before that the rehearsed seats did not name again, and that nobody did. */
function describeGone(items: readonly DraftItem[], { session }: RequestFacts): string {
  const left = (session.earlier_plan?.packages ?? []).filter(
    ({ id, commits }) => commits.length === 0 && !items.some((item) => item.id === id),
  );
  return left.map(({ id }) => `- ${id}: nobody asked for it again.`).join('\n');
}

const risks: Layout = { id: 'risks', tells: ['risk', 'mitigation'] };
const work: Layout = { id: 'work', body: describeWork };

const layouts: Readonly<Record<OutputType, readonly Layout[]>> = {
  adr: [
    { id: 'context', body: describeToday },
    { id: 'outcome', kinds: ['decision'], body: () => outcome },
    { id: 'consequences', tells: ['risk', 'mitigation'], body: () => consequences },
    { id: 'parts', tells: ['part', 'interface'] },
    work,
    { id: 'confirmation', body: describeConfirmation },
    { id: 'revisit', body: () => 'When a load was measured that the present parts cannot carry.' },
  ],
  requirements: [
    { id: 'today', body: describeToday },
    { id: 'interface', tells: ['part', 'interface'] },
    { id: 'requirements', kinds: ['requirement'] },
    { id: 'limits', kinds: ['quality'] },
    { id: 'exclusions', kinds: ['out-of-scope'] },
    risks,
    work,
  ],
  architecture: [
    { id: 'goals', body: describeToday },
    { id: 'strategy', body: () => outcome },
    { id: 'blocks', kinds: ['part'], tells: ['interface'], body: describeWork },
    { id: 'decisions', kinds: ['decision'], body: () => consequences },
    { id: 'quality', kinds: ['quality'] },
    risks,
  ],
  plan: [
    { id: 'goal', body: describeToday },
    { id: 'packages', kinds: ['package'] },
    { id: 'gone', body: describeGone },
  ],
  review: [
    { id: 'change', body: describeToday },
    { id: 'findings', kinds: ['finding'] },
  ],
  summary: [
    { id: 'today', body: describeToday },
    { id: 'plan', kinds: ['decision', 'idea'], tells: ['part', 'interface', 'risk', 'mitigation'] },
    work,
  ],
};

/** Puts items and told points under their sections, and writes what stands around them. Sections with neither are left out. */
export function layOut(facts: RequestFacts, items: readonly DraftItem[], told: readonly ToldPoint[]) {
  const { output_type: type, workflow_type: workflow } = facts.session;
  const layout = layouts[type].map((section) =>
    section.id === 'plan' && workflow === 'brainstorm' ? { ...section, id: 'ideas' } : section,
  );
  const general = layout.find(({ kinds }) => kinds !== undefined)?.id ?? '';
  const placed = items.map((item) => ({
    ...item,
    section: layout.find(({ kinds }) => kinds?.includes(item.kind))?.id ?? general,
  }));
  const sections = layout
    .map(({ id, body, tells = [] }) => {
      const own = told.filter(({ kind }) => tells.includes(kind));
      const parts = [
        body?.(placed, facts) ?? '',
        own.map(({ title, text }) => `- **${title}.** ${text}`).join('\n'),
      ];
      return {
        ...{ id, title: '', body: parts.filter((part) => part !== '').join('\n\n') },
        from: own.flatMap(({ from }) => from),
      };
    })
    .filter(({ id, body }) => body !== '' || placed.some(({ section }) => section === id));
  return { sections, items: placed };
}
