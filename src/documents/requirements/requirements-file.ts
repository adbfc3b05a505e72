/** Builds a new requirements file from its template. */

import { formatPoint } from '../citations.ts';
import { formatManagedBlock } from '../markdown/managed-blocks.ts';
import type { ManagedPart } from '../markdown/managed-file.ts';
import { block, shown } from '../markdown/text.ts';
import { formatTerms } from '../parts/beside.ts';
import { describeFirmness } from '../parts/firmness.ts';
import { countLeft, countWords, splitLead } from '../parts/lead.ts';
import type { Rendering } from '../rendering.ts';
import type { TemplateValues } from '../template-engine.ts';
import { markProse } from './prose-citations.ts';
import { allocateIds, type Ledger, readLedger } from './requirement-ids.ts';
import type { RequirementsContent } from './schema.ts';
import type { RequirementParts } from './view.ts';

/** Values of `requirements.md`, the parts that no template may leave out, and the ledger for the last line of the file. */
export function viewNewFile(
  content: RequirementsContent,
  parts: RequirementParts,
  rendering: Rendering,
): { values: TemplateValues; required: string[]; ledger: Ledger } {
  const { session } = rendering;
  const ledger = { ...readLedger(''), created: parts.sessionId };
  const ids = allocateIds(parts.requirements, ledger, { reserved: parts.reserved });
  const groups = new Map<string, string[]>();
  parts.requirements.forEach((part, index) => {
    const id = ids[index] ?? '';
    const origin = `${parts.sessionId}/${part.key}`;
    const printed = formatManagedBlock({ name: id, origin, body: part.render(id, 4) });
    groups.set(part.group, [...(groups.get(part.group) ?? []), printed]);
  });
  const notices =
    parts.notices === '' ? '' : formatManagedBlock(namePart(parts, 'notices', { body: parts.notices }));
  const decisions =
    parts.decisions === '' ? '' : formatManagedBlock(namePart(parts, 'decisions', { body: parts.decisions }));
  const record = formatManagedBlock(namePart(parts, 'record', { body: parts.record(false) }));
  const verification = nameVerification(parts, ids);
  const texts = session.artifacts.map(({ text }) => shown(text));
  const reasons = content.reasons.map((reason) => `* ${formatPoint(reason, rendering.holds)}`);
  const open = (firmness: string) => {
    const left = countLeft([content.title, parts.notices, parts.decisions, firmness], texts);
    return { firmness, left, ...splitLead(content.summary, reasons.length === 0 ? left : 1) };
  };
  const named = open(describeFirmness(session, { withDecided: false, namesConflicts: true }));
  const isTooLong = countWords(named.lead) > named.left;
  const { firmness, left, lead, rest } = isTooLong
    ? open(describeFirmness(session, { withDecided: false }))
    : named;
  const fitting = reasons.filter(
    (_, index) => countWords([lead, ...reasons.slice(0, index + 1)].join('\n')) <= left,
  );
  const further = [markProse(block(rest), session), reasons.slice(fitting.length).join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
  return {
    ledger,
    required: [notices, decisions, record, further],
    values: {
      notices,
      decisions,
      ...(lead === '' ? {} : { summary: markProse(block(lead), session) }),
      summary_rest: further,
      firmness,
      reasons: fitting.join('\n'),
      purpose: markProse(block(content.purpose), session),
      scope: markProse(block(content.scope), session),
      overview: markProse(block(content.overview), session),
      definitions: formatTerms(content.definitions),
      areas: [...groups].map(([title, items]) => ({ title, items })),
      verification: verification === null ? '' : formatManagedBlock(verification),
      record,
    },
  };
}

/** A part that each session has only once in a file. */
export function namePart(
  { sessionId }: RequirementParts,
  name: 'notices' | 'record' | 'decisions' | 'verification',
  { body }: { body: string },
): ManagedPart {
  return { name, origin: `${sessionId}/${name}`, body };
}

/** Lists the requirements of a session that are verified differently from most; null if all are verified in the same way. */
export function nameVerification(parts: RequirementParts, ids: readonly string[]): ManagedPart | null {
  const methods = new Map<string, string[]>();
  parts.requirements.forEach(({ verification }, index) => {
    methods.set(verification, [...(methods.get(verification) ?? []), ids[index] ?? '']);
  });
  const [most, ...others] = [...methods].sort(([, some], [, more]) => more.length - some.length);
  if (most === undefined || others.length === 0) return null;
  const name = (method: string): string => (method === 'not set' ? 'no method set' : `by ${method}`);
  const body = [
    `Most requirements are verified ${most[0] === 'not set' ? 'by no method that was set' : `by ${most[0]}`}; the others:`,
    others.map(([method, list]) => `* ${name(method)}: ${list.join(', ')}`).join('\n'),
  ].join('\n\n');
  return namePart(parts, 'verification', { body });
}
