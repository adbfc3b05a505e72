/** What stands beside the content of a document, and no template may leave out. */
import type { Item } from '../../domain/records.ts';
import type { Rendering } from '../rendering.ts';
import {
  renderContested,
  renderDissent,
  renderQuestions,
  renderReview,
  renderUncounted,
} from './disputes.ts';
import { listCheckedFacts } from './evidence.ts';

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

/** What was said and never voted on, as sections; without what of the review stands elsewhere. */
export function renderUnvoted(rendering: Rendering, isElsewhere?: (item: Item) => boolean): string[] {
  return [
    ...part('Raised in the Review, Not Voted On', renderReview(rendering, isElsewhere)),
    ...part('Facts Checked in the Project', listCheckedFacts(rendering)),
    ...part('Called Agreed by the Facilitator, Not Voted On', renderUncounted(rendering.session)),
  ];
}

/** A third-level section, or nothing where it would be empty. */
export function part(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`### ${title}`, lines.join('\n')];
}
