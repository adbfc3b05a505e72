/** The review: every seat takes the draft apart, blind and at once. */

import { answersInPlainText } from '../../prompts/forms/plain-text.ts';
import { chooseReviewForm, type ReviewReply } from '../../prompts/forms/review.ts';
import { buildReviewPrompt } from '../../prompts/review.ts';
import { createNaming, type Naming } from '../../prompts/seat-names.ts';
import type { Finding } from '../../session/evidence.ts';
import type { Participant } from '../../session/records.ts';
import { readId, readIds } from '../../session/rules/read-ids.ts';
import { fingerprintItem, listItemTexts, listTexts } from '../../session/rules/text-measures.ts';
import type { Session } from '../../session/session.ts';
import type { Amendment, Item, ItemVote } from '../../session/text.ts';
import { askSeat, readLookBudget, readTimeout } from '../ask-seat.ts';
import { findUses } from '../find-uses.ts';
import { buildFacts } from '../request-facts.ts';
import { mayCall, type Run } from '../run.ts';
import { runTogether } from '../run-concurrently.ts';
import { reportThinking, takeTurn } from '../take-turn.ts';
import { addAmendments } from './add-amendments.ts';
import { joinReferences, mapIds, resolveReferences } from './read-parts.ts';
import { saveStep } from './save-text.ts';
import { takeFacts } from './take-facts.ts';

/** Output limit for a review, including thinking, in tokens. */
const reviewTokens = 24_000;

/** One seat's review, with everything mapped to ids of the session. */
interface SeatReview {
  seat: string;
  reply: ReviewReply;
  naming: Naming;
  /** Exceptions of a person name votes of any kind. */
  votes?: { item: string; vote: ItemVote['vote']; reason: string }[];
}

/** Holds the review and writes what it brought: amendments, and a vote of each reviewer on each item. */
export async function holdReview(run: Run): Promise<void> {
  const { text } = run.session;
  if (text === null) return;
  if (!mayCall(run)) return saveStep(run, run.session, { step: 'last-call' });
  run.ports.report({ type: 'review-started', version: text.version, items: run.session.artifacts.length });
  const seats = run.session.participants.filter(
    ({ id, kind }) => kind === 'human' || !answersInPlainText(run.session.settings, id),
  );
  const texts = [...listTexts(text), ...run.session.artifacts.flatMap(listItemTexts)];
  const uses = await findUses(run, texts, 'text/review/uses');
  const results = await runTogether(seats, async (seat, signal) =>
    seat.kind === 'human' ? askPerson(run, seat) : askReviewer(run, { seat, uses, signal }),
  );
  // A stop ends the run here, so that a resumed run asks again instead of going on without these reviews.
  if (results.includes(null)) mayCall(run);
  const reviews = results.filter((review) => review !== null);
  let session = run.session;
  for (const review of reviews) session = await takeReview(run, session, review);
  const failed = seats.map(({ id }) => id).filter((id) => !reviews.some(({ seat }) => seat === id));
  const exceptions = session.artifacts.flatMap(({ votes }) => votes.filter(({ vote }) => vote !== 'ratify'));
  const hasWork = session.amendments.length > 0 || exceptions.length > 0 || text.problems.length > 0;
  await saveStep(run, session, { step: hasWork || reviews.length > 0 ? 'revision' : 'last-call' });
  run.ports.report({
    type: 'review-ended',
    ...countAsked(session.amendments),
    exceptions: exceptions.length,
    blocks: exceptions.filter(({ vote }) => vote === 'block').length,
    failed,
  });
}

function countAsked(amendments: readonly Amendment[]): Record<'amendments' | 'pairs' | 'questions', number> {
  const count = (wanted: Amendment['kind']): number =>
    amendments.filter(({ kind }) => kind === wanted).length;
  return { amendments: count('amendment'), pairs: count('pair'), questions: count('question') };
}

async function askReviewer(
  run: Run,
  { seat, uses, signal }: { seat: Participant; uses: readonly Finding[]; signal: AbortSignal },
): Promise<SeatReview | null> {
  const agent = run.table.agents.get(seat.id);
  if (!agent) return null;
  const { settings, artifacts } = run.session;
  const naming = createNaming(run.session, seat.id);
  const judges = artifacts.some(({ kind }) => kind === 'idea');
  const at = { round: run.session.total_rounds, step: 'review' } as const;
  reportThinking(run, seat, at);
  const result = await askSeat(run, {
    at: 'text',
    step: 'review',
    seat: seat.id,
    purpose: 'review',
    prompt: buildReviewPrompt(run.session, run.table, { seat, naming, judges, uses }),
    formName: 'review',
    form: chooseReviewForm({
      judgements: judges,
      facts: settings.evidence.mode !== 'off',
      details: run.table.document.details,
    }),
    facts: buildFacts(run, agent),
    timeoutSeconds: readTimeout(settings, seat.id, true),
    maxOutputTokens: reviewTokens,
    lookUps: readLookBudget(settings, false),
    signal,
  });
  if (!result.ok) return null;
  const { duration_ms, replayed } = result;
  const said = { position: '', confidence: null, duration_ms, replayed };
  run.ports.report({ type: 'seat-answered', ...at, seat: seat.id, ...said });
  return { seat: seat.id, reply: result.value, naming };
}

/** The person's review; pauses the run if the person is not there. */
async function askPerson(run: Run, seat: Participant): Promise<SeatReview | null> {
  const { total_rounds: round, text, artifacts, conflicts } = run.session;
  const turn = await takeTurn(run, seat, {
    ...{ key: `text/review/${seat.id}/1`, step: 'review', round, text, items: artifacts },
    conflicts: conflicts.filter(({ status }) => status === 'open'),
  });
  const words = turn.text.trim();
  if (words === '' && turn.votes.length === 0 && (turn.judgements ?? []).length === 0) {
    run.ports.report({ type: 'seat-passed', round, seat: seat.id, code: 'passed' });
    return null;
  }
  return {
    seat: seat.id,
    naming: createNaming(run.session, seat.id),
    votes: turn.votes.map(({ item_id: item, vote, reason }) => ({ item, vote, reason })),
    reply: {
      exceptions: [],
      amendments:
        words === ''
          ? []
          : [
              {
                target: 'text',
                operation: 'change',
                field: '',
                words: '',
                reason: words,
                severity: 'gap',
                facts: [],
              },
            ],
      pairs: [],
      questions: [],
      judgements: (turn.judgements ?? []).map(({ item_id: item, value, feasibility }) => ({
        item,
        value,
        feasibility,
      })),
    },
  };
}

/** Takes one review into a session. */
async function takeReview(
  run: Run,
  before: Session,
  { seat, reply, naming, votes }: SeatReview,
): Promise<Session> {
  const key = `text/review/${seat}/facts`;
  const { dossier, names } = await takeFacts(run, before, reply.facts ?? [], { seat, key });
  const session = { ...before, dossier };
  const references = { known: joinReferences(session, new Map(), names), foreign: new Set<string>() };
  const read = (text: string): string => resolveReferences(naming.readText(text), references);
  const items = session.artifacts.map(({ id }) => id);
  const exceptions = new Map<string, Pick<ItemVote, 'vote' | 'reason' | 'lifted_by'>>();
  for (const { item, vote, reason, lifted_by } of reply.exceptions) {
    const id = readId(item, items);
    if (id !== null) exceptions.set(id, { vote, reason: read(reason), lifted_by: read(lifted_by) });
  }
  for (const { item, vote, reason } of votes ?? []) {
    const id = readId(item, items);
    if (id !== null) exceptions.set(id, { vote, reason, lifted_by: '' });
  }
  const objected = new Set(readIds(listObjected(reply).join(', '), items));
  const judged = new Map(
    (reply.judgements ?? []).map(({ item, ...grades }) => [readId(item, items), grades]),
  );
  const artifacts = session.artifacts.map((item): Item => {
    const exception = exceptions.get(item.id);
    const grades = judged.get(item.id);
    const judgements = grades === undefined ? item.judgements : [...item.judgements, { seat, ...grades }];
    // A model's review takes what it does not except and does not object to; a person's vote is only what the person gave.
    if (exception === undefined && (votes !== undefined || objected.has(item.id)))
      return { ...item, judgements };
    const vote: ItemVote = {
      seat,
      ...(exception ?? { vote: 'ratify', reason: '', lifted_by: '' }),
      step: 'review',
      on: fingerprintItem(item),
    };
    return { ...item, judgements, votes: [...item.votes, vote] };
  });
  const foreign = (run.table.extended?.items ?? []).map(({ id }) => id);
  const questions = session.open_questions.map(({ id }) => id);
  const targetIds = (texts: readonly string[]): string[] => {
    const found = readIds(texts.join(', '), [...items, ...questions, ...foreign]);
    return found.length > 0 ? found : texts.map((text) => text.trim()).filter((text) => text !== '');
  };
  const amendments = addAmendments(session.amendments, [
    ...reply.amendments.map(({ target, operation, field, old, words, reason, severity, facts: cited }) => ({
      ...({ kind: 'amendment', seat } as const),
      ...{ targets: targetIds([target]), operation, field, severity },
      ...{ old: read(old ?? ''), words: read(words), reason: read(reason) },
      facts: mapIds(cited, references).filter((id) => id.startsWith('F-')),
    })),
    ...reply.pairs.map(({ items: pair, situation }) => ({
      ...({ kind: 'pair', seat, severity: 'wrong' } as const),
      ...{ targets: targetIds(pair), words: read(situation) },
    })),
    ...reply.questions.map((question) => ({ kind: 'question' as const, seat, words: read(question) })),
  ]);
  return { ...session, artifacts, amendments };
}

/** What a review says is wrong, should go, or cannot hold beside another: silence beside that is no vote for the present words. */
function listObjected({ amendments, pairs }: ReviewReply): string[] {
  const isObjection = ({ operation, severity }: ReviewReply['amendments'][number]): boolean =>
    operation === 'remove' || severity === 'wrong' || severity === 'breaks-build';
  return [
    ...amendments.filter(isObjection).map(({ target }) => target),
    ...pairs.flatMap((pair) => pair.items),
  ];
}
