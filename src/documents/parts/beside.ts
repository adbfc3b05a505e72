/** What stands beside the content of a document, and no template may leave out. */
import { listFigures } from '../../domain/figures.ts';
import { formatCitations } from '../citations.ts';
import { shown } from '../markdown/text.ts';
import { nameRole, type Rendering } from '../rendering.ts';
import { placeAssumptions } from './assumptions.ts';
import { listCheckedFacts } from './evidence.ts';
import {
  listChecks,
  renderContested,
  renderDissent,
  renderQuestions,
  renderReview,
  renderUncounted,
} from './items.ts';
import { sortItems } from './standing.ts';

/** Third-level sections: what is contested, dissent, what the review raised, assumptions, questions; then the way to the record. */
export function renderBeside(rendering: Rendering, { withContested }: { withContested: boolean }): string {
  return [
    ...part('Contested', withContested ? renderContested(rendering) : []),
    ...part('Dissent', renderDissent(rendering)),
    ...renderUnvoted(rendering),
    ...part('Open Questions', renderQuestions(rendering)),
    rendering.recordLine,
  ].join('\n\n');
}

/** The part of `renderBeside` that a reader who has to sign needs first. */
export function renderSigned(rendering: Rendering): string {
  return [
    ...part('Dissent', renderDissent(rendering)),
    ...part('Open Questions', renderQuestions(rendering)),
    rendering.recordLine,
  ].join('\n\n');
}

/** What was said and never voted on, as sections. */
export function renderUnvoted(rendering: Rendering): string[] {
  return [
    ...part('Raised in the Review, Not Voted On', renderReview(rendering)),
    ...part('Facts Checked in the Project', listCheckedFacts(rendering)),
    ...part('Called Agreed by the Facilitator, Not Voted On', renderUncounted(rendering.session)),
    ...part('Further Assumptions of the Seats', listAssumptions(rendering)),
  ];
}

/**
 * The words and checks of items that gave way to a decision from outside, or that held figures which no item that stands has:
 * what took their place settles what it names, and the rest would be gone. Those quoted beside another item are left out.
 */
export function listLost({ session, gone }: Rendering): string[] {
  const { decided, agreed, contested, unsettled } = sortItems(session);
  const standing = [...decided, ...agreed, ...contested, ...unsettled];
  const kept = new Set(
    standing.flatMap(({ text, acceptance }) => listFigures([text, ...acceptance].join('\n'))),
  );
  const quoted = new Set([...gone.values()].flat());
  return session.artifacts.flatMap((item) => {
    const lost = [...new Set(listFigures(item.text))].filter((figure) => !kept.has(figure));
    if (item.status !== 'replaced' || quoted.has(item)) return [];
    if (lost.length === 0 && !decided.some(({ id }) => id === item.replaced_by)) return [];
    const by = shown(item.replaced_by ?? '');
    return [
      [
        `* **${shown(item.id)}**, replaced by ${by}, said: “${shown(item.text)}”`,
        ...listChecks(item, session),
      ].join('\n  * '),
    ];
  });
}

/** Assumptions that belong to no single item. */
export function listAssumptions({ session, holds }: Rendering): string[] {
  return placeAssumptions(session).rest.map(
    ({ seat, text, round }) =>
      `* ${nameRole(session, seat)}: ${shown(text)}${formatCitations([{ round, seat }], holds)}`,
  );
}

/** A third-level section, or nothing where it would be empty. */
export function part(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`### ${title}`, lines.join('\n')];
}
