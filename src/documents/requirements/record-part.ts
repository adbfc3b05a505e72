/** What stands beside the requirements of a session: other items, what is contested and open, and what no item took up. */
import type { Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { formatCitations, formatPoint } from '../citations.ts';
import { block, inline, shown } from '../markdown/text.ts';
import { boldPart, formatTerms } from '../parts/beside.ts';
import { renderContested, renderDissent, renderQuestions, renderUncounted } from '../parts/disputes.ts';
import { describeFirmness } from '../parts/firmness.ts';
import { formatItem, presentReason } from '../parts/items.ts';
import {
  countStances,
  listContested,
  listIds,
  listLatest,
  listPrinted,
  sortItems,
} from '../parts/standing.ts';
import type { Rendering } from '../rendering.ts';
import { listDrafted, listItems, shorten } from '../session-material.ts';
import {
  listDecided,
  listObjectionLines,
  listObjections,
  renderBackground,
  renderDecisions,
  withoutObjections,
} from './decisions.ts';
import { markProse } from './prose-citations.ts';
import { listFurtherReview, listReviewNotes } from './review-notes.ts';
import { isRequirement, type RequirementsContent } from './schema.ts';

/** What stands beside the requirements; bold titles, because several sessions may stand in one file. */
export function renderRecordPart(
  content: RequirementsContent,
  rendering: Rendering,
  options: { withIntroduction: boolean },
): string {
  const { session } = rendering;
  // What is contested stands among the contested points, and nowhere else.
  const contested = new Set(sortItems(session).contested.map(({ id }) => id));
  // What a person decided stands on the first screen of the file that its session created.
  const decided = new Set(listDecided(session).map(({ id }) => id));
  const asked = placeAtQuestions(session);
  const items = (
    types: Parameters<typeof listItems>[1],
    belongs: (item: Item) => boolean = () => true,
  ): string[] =>
    listItems(session, types)
      .filter((item) => !contested.has(item.id) && !decided.has(item.id) && belongs(item))
      .map((item) => [formatItem(item, rendering), ...listReviewNotes(item.id, rendering)].join('\n  * '));
  const withoutStanding = { ...rendering, session: withoutObjections(session) };
  // An item in an open conflict stands there.
  const halting = listContested(session).items.filter(
    (item) => countStances(item, 'block') === 0 && item.contradicts.length === 0 && !isRequirement(item),
  );
  const introduction = [
    ['Purpose', markProse(block(content.purpose), session)],
    ['Scope', markProse(block(content.scope), session)],
    ['Overview', markProse(block(content.overview), session)],
    ['Definitions', formatTerms(content.definitions)],
  ].filter(([, text]) => text !== '');
  const lines = [
    ...(options.withIntroduction
      ? [
          `### Session ${session.id}`,
          markProse(block(content.summary), session),
          ...boldPart(
            'Why',
            content.reasons.map((reason) => `* ${formatPoint(reason, rendering.holds)}`),
          ),
          renderDecisions(rendering),
          describeFirmness(session, { withDecided: false, namesConflicts: true }),
          ...introduction.map(([title, text]) => `**${title}:**\n\n${text}`),
        ]
      : []),
    ...boldPart('What stands behind the decisions above', renderBackground(rendering)),
    ...boldPart('Decisions by count', items(['DEC', 'ARCH', 'COMP', 'INT'])),
    ...boldPart('Out of scope', items(['OOS'])),
    ...boldPart('Risks', items(['RISK', 'MIT'])),
    ...boldPart(
      'Further points',
      items(['POINT', 'IDEA'], (item) => !asked.has(item.id)),
    ),
    ...boldPart('Written in the draft, not voted on', listDraftedRequirements(rendering)),
    ...boldPart(
      'Contested',
      renderContested(rendering, {
        isElsewhere: (item) => isRequirement(item) || halting.includes(item),
      }),
    ),
    ...boldPart(
      'Without a majority',
      halting.map((item) => formatItem(item, rendering)),
    ),
    ...boldPart('Dissent', [
      ...listObjectionLines(rendering, { concerns: false }),
      ...renderDissent(withoutStanding),
    ]),
    ...boldPart('Concerns that name a decision', listObjectionLines(rendering, { concerns: true })),
    ...boldPart('Raised in the review on no single item, not voted on', listFurtherReview(rendering)),
    ...boldPart('Called agreed by the facilitator, not voted on', renderUncounted(session)),
    ...boldPart('Assumptions, and facts that nobody looked up', listAssumed(rendering)),
    ...boldPart(
      'Open questions',
      renderQuestions(rendering, (id) => items(['POINT'], (item) => asked.get(item.id) === id)),
    ),
    ...boldPart('Questions that the panel answered', listAnswered(rendering)),
  ].filter((text) => text !== '');
  return [
    ...lines,
    ...boldPart('Named here and no longer in force', listFormer(rendering)),
    rendering.recordLine,
  ].join('\n\n');
}

/** By their ids, the points that say who can answer an open question or what waits for it: each names that question alone. */
function placeAtQuestions({ open_questions: questions, artifacts }: Session): Map<string, string> {
  const open = questions.filter(({ status }) => status === 'open').map(({ id }) => id);
  return new Map(
    artifacts.flatMap(({ id, type, text }): [string, string][] => {
      const [question, ...others] = listIds(text).filter((one) => /^OQ-/.test(one));
      const isPlaced = type === 'POINT' && others.length === 0 && open.includes(question ?? '');
      return isPlaced && question !== undefined ? [[id, question]] : [];
    }),
  );
}

/** What seats took for true: the requirements may rest on it, and nobody checked it. What stands at an item is left out. */
function listAssumed({ session, assumed, holds }: Rendering): string[] {
  const placed = new Set([...assumed.values()].flat().map(({ text }) => text));
  const said = session.rounds.flatMap(({ round, assumptions, facts }) => [
    ...assumptions.map(({ seat, text }) => ({ seat, text, round, mark: '' })),
    ...facts
      // What the project's own context says needs no look.
      .filter(({ evidence, text }) => evidence.length === 0 && !/\(project context\b[^)]*\)\W*$/i.test(text))
      .map(({ seat, text }) => ({ seat, text, round, mark: ' (said as a fact)' })),
  ]);
  return said
    .filter(
      ({ text }, index) =>
        text.trim() !== '' &&
        !placed.has(text) &&
        said.findIndex((other) => shown(other.text) === shown(text)) === index,
    )
    .map(
      ({ seat, text, round, mark }) => `* ${shown(text)}${mark}${formatCitations([{ round, seat }], holds)}`,
    );
}

/** Answered questions: an answer may be a task that somebody still has to do. Numbers of statements stand in the record only. */
function listAnswered({ session }: Rendering): string[] {
  return session.open_questions
    .filter(({ status, answer }) => status === 'answered' && (answer ?? '').trim() !== '')
    .map(({ id, text, answer }) => {
      const words = (answer ?? '').replace(/ \((?:S-\d+(?:, )?)+\)/g, '');
      return `* **${shown(id)}** ${shown(text)} ${shown(words)}`;
    });
}

/** Replaced and withdrawn items that what is printed names: each on one line. */
function listFormer({ session, gone }: Rendering): string[] {
  // What a decision replaced is named there.
  const decided = new Set(listDecided(session).map(({ id }) => id));
  const quoted = new Set([...gone.values()].flat().map(({ id }) => id));
  const { review } = sortItems(session);
  const printed = [...listPrinted(session), ...review].flatMap((item) => [
    item.text,
    presentReason(item, session),
    ...item.acceptance,
    ...listLatest(item).map(({ reason }) => reason),
  ]);
  const said = [
    ...session.conflicts.flatMap(({ positions }) => positions),
    ...listDecided(session).flatMap((item) => listObjections(item, session)),
  ].map(({ text }) => text);
  const named = new Set(listIds([...printed, ...said].join('\n')));
  return session.artifacts
    .filter(
      ({ id, status, replaced_by: by }) =>
        named.has(id) &&
        !quoted.has(id) &&
        !decided.has(by ?? '') &&
        (status === 'replaced' || status === 'withdrawn'),
    )
    .map(({ id, title, text, replaced_by: by }) => {
      const end = by === null ? 'withdrawn' : `replaced by ${shown(by)}`;
      return `* ${shown(id)} (${inline(title) || inline(shorten(text, 80))}): ${end}`;
    });
}

/** Requirements that only the draft of an older session holds. */
function listDraftedRequirements({ session }: Rendering): string[] {
  return listDrafted(session, 'items')
    .filter(
      ({ artifact_id: id, statement }) =>
        typeof statement === 'string' && !session.artifacts.some((item) => item.id === id),
    )
    .map(
      ({ title, statement }) =>
        `* ${typeof title === 'string' && title.trim() !== '' ? `${inline(title)}: ` : ''}${shown(String(statement))}`,
    );
}
