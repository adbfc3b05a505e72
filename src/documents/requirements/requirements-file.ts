/** A new requirements file, from its template. */

import { formatManagedBlock } from '../markdown/managed-blocks.ts';
import { block } from '../markdown/text.ts';
import type { TemplateValues } from '../template-engine.ts';
import { allocateIds, type Ledger, readLedger } from './requirement-ids.ts';
import { areas, type RequirementsContent } from './schema.ts';
import { areaTitles, formatDefinitions, type RequirementPart, type RequirementParts } from './view.ts';

const unsaid = 'Not discussed.';

/** The name and the origin of the part that says an area is empty. */
export function emptyPart(sessionId: string, area: string): { name: string; origin: string; body: string } {
  return {
    name: `none-${area}`,
    origin: `${sessionId}/none-${area}`,
    body: 'None.',
  };
}

/** Values of `requirements.md`, the two parts that no template may leave out, and the ledger for the line that ends the file. */
export function viewNewFile(
  content: RequirementsContent,
  parts: RequirementParts,
): { values: TemplateValues; notices: string; record: string; ledger: Ledger } {
  const ledger = { ...readLedger(''), created: parts.sessionId };
  const ids = allocateIds(parts.requirements, ledger, { reserved: parts.reserved });
  const placed = parts.requirements.map((part, index) => ({ part, id: ids[index] ?? '' }));
  const notices = parts.notices === '' ? '' : formatManagedBlock(nameNotices(parts));
  const record = formatManagedBlock(nameRecord(parts, { withIntroduction: false }));
  return {
    ledger,
    notices,
    record,
    values: {
      notices,
      purpose: block(content.purpose) || unsaid,
      scope: block(content.scope) || unsaid,
      overview: block(content.overview) || unsaid,
      definitions: formatDefinitions(content) || 'No word needed a definition.',
      areas: areas.map((area) => {
        const here = placed.filter(({ part }) => part.area === area);
        const items = here.map(({ part, id }) => formatRequirement(parts.sessionId, part, { id, depth: 4 }));
        return {
          title: areaTitles[area],
          items: items.length === 0 ? [formatManagedBlock(emptyPart(parts.sessionId, area))] : items,
        };
      }),
      verification: formatManagedBlock(nameVerification(parts, ids)),
      record,
    },
  };
}

/** A requirement as the managed block of a file. */
export function formatRequirement(
  sessionId: string,
  part: RequirementPart,
  options: { id: string; depth: number },
): string {
  const body = part.render(options.id, options.depth);
  return formatManagedBlock({ name: options.id, origin: `${sessionId}/${part.key}`, body });
}

export function nameNotices(parts: RequirementParts) {
  return { name: 'notices', origin: `${parts.sessionId}/notices`, body: parts.notices };
}

export function nameRecord(parts: RequirementParts, options: { withIntroduction: boolean }) {
  return {
    name: 'record',
    origin: `${parts.sessionId}/record`,
    body: parts.record(options.withIntroduction),
  };
}

/** How each requirement of a session is verified, as a table. */
export function nameVerification(parts: RequirementParts, ids: readonly string[]) {
  const rows = parts.requirements.map((part, index) => `| ${ids[index]} | ${part.verification} |`);
  const body =
    rows.length === 0
      ? 'There is nothing to verify yet.'
      : ['| Requirement | Verified by |', '| --- | --- |', ...rows].join('\n');
  return { name: 'verification', origin: `${parts.sessionId}/verification`, body };
}
