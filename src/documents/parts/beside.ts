/** What stands beside the content of a document, and no template may leave out. */
import type { Item } from '../../domain/records.ts';
import { inline, shown } from '../markdown/text.ts';
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
  const contested = part('Contested', withContested ? renderContested(rendering) : []);
  return [...contested, renderSigned(rendering, renderUnvoted(rendering))].join('\n\n');
}

/** The part of `renderBeside` that a reader who has to sign needs first; `further` stands behind the dissent. */
export function renderSigned(rendering: Rendering, further: readonly string[] = []): string {
  return [
    ...part('Dissent', renderDissent(rendering)),
    ...further,
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

/** The same under a bold title, for what stands several times in one file. */
export function boldPart(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`**${title}:**`, lines.join('\n')];
}

/** Words with their meaning, as a list; empty where there are none. */
export function formatTerms(terms: readonly { term: string; meaning: string }[]): string {
  return terms.map(({ term, meaning }) => `* **${shown(term)}**: ${inline(meaning) || '–'}`).join('\n');
}

/** A third-level section, or nothing where it would be empty. */
export function part(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`### ${title}`, lines.join('\n')];
}
