/** The part that accompanies a session's requirements: other items, contested points, open questions and assumptions. */
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

/** Renders the part; it has bold titles instead of headings because one file may hold several sessions. */
export function renderRecordPart(
  content: RequirementsContent,
  rendering: Rendering,
  options: { withIntroduction: boolean },
): string {
  const { session } = rendering;
  // Contested items are printed only among the contested points.
  const contested = new Set(sortItems(session).contested.map(({ id }) => id));
  // Decisions are printed on the first screen of a file that this session created, else in the introduction below.
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
  // An item in an open conflict is printed with the conflict.
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
    ...boldPart('Background to the decisions above', renderBackground(rendering)),
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

/** Maps points that name exactly one question, which is open, to that question: they say who can answer it or what waits for it. */
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

/** Unchecked assumptions and facts that the requirements may rest on, without those already printed at an item. */
function listAssumed({ session, assumed, holds }: Rendering): string[] {
  const placed = new Set([...assumed.values()].flat().map(({ text }) => text));
  const said = session.rounds.flatMap(({ round, assumptions, facts }) => [
    ...assumptions.map(({ seat, text }) => ({ seat, text, round, mark: '' })),
    ...facts
      // A fact from the project's own context needs no check.
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

/** Answered questions: an answer may be a task that is still to be done. Statement numbers appear only in the record. */
function listAnswered({ session }: Rendering): string[] {
  return session.open_questions
    .filter(({ status, answer }) => status === 'answered' && (answer ?? '').trim() !== '')
    .map(({ id, text, answer }) => {
      const words = (answer ?? '').replace(/ \((?:S-\d+(?:, )?)+\)/g, '');
      return `* **${shown(id)}** ${shown(text)} ${shown(words)}`;
    });
}

/** Replaced and withdrawn items that the printed text names, one line each. */
function listFormer({ session, gone }: Rendering): string[] {
  // Items that a decision replaced are named with the decision.
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

/** Requirements that exist only in the draft of an older session. */
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
