/** Parts that accompany the content of a document and that no template may leave out. */
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

/** Third-level sections: contested items, dissent, what was not voted on, open questions; then the link to the record. */
export function renderBeside(rendering: Rendering, { withContested }: { withContested: boolean }): string {
  const contested = part('Contested', withContested ? renderContested(rendering) : []);
  return [...contested, renderSigned(rendering, renderUnvoted(rendering))].join('\n\n');
}

/** The part of `renderBeside` that a signer needs first; `further` follows the dissent. */
export function renderSigned(rendering: Rendering, further: readonly string[] = []): string {
  return [
    ...part('Dissent', renderDissent(rendering)),
    ...further,
    ...part('Open Questions', renderQuestions(rendering)),
    rendering.recordLine,
  ].join('\n\n');
}

/** What was said but never voted on, as sections; review items that `isElsewhere` accepts are left out. */
export function renderUnvoted(rendering: Rendering, isElsewhere?: (item: Item) => boolean): string[] {
  return [
    ...part('Raised in the Review, Not Voted On', renderReview(rendering, isElsewhere)),
    ...part('Facts Checked in the Project', listCheckedFacts(rendering)),
    ...part('Called Agreed by the Facilitator, Not Voted On', renderUncounted(rendering.session)),
  ];
}

/** Like `part` but with a bold title, for parts that can occur several times in a file. */
export function boldPart(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`**${title}:**`, lines.join('\n')];
}

/** Words and their meanings, as a list; empty if there are none. */
export function formatTerms(terms: readonly { term: string; meaning: string }[]): string {
  return terms.map(({ term, meaning }) => `* **${shown(term)}**: ${inline(meaning) || '–'}`).join('\n');
}

/** A third-level section, or nothing if it would be empty. */
export function part(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`### ${title}`, lines.join('\n')];
}
