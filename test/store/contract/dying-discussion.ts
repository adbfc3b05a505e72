/**
 * A discussion over a store, held by one process after the other: each dies with calls under way, behind a line of its own in the
 * journal, and the next one goes on from what is stored. Whatever order replies come in, all of it is asked once.
 */
import { createUnattendedOperator } from '../../../src/app/run/unattended-operator.ts';
import { readReply } from '../../../src/models/replies/read-reply.ts';
import { runSession } from '../../../src/roundtable/run-session.ts';
import type { ModelReply } from '../../../src/session/model-reply.ts';
import type { ModelRequest } from '../../../src/session/model-request.ts';
import type { Ports } from '../../../src/session/ports/ports.ts';
import type { Session } from '../../../src/session/session.ts';
import { journalAsk } from '../../../src/store/journal/journal-ask.ts';
import { hashRequest } from '../../../src/store/journal/request-hash.ts';
import { createSession, createTable } from '../../support/roundtable-fixtures.ts';
import {
  answerStep,
  ballotStep,
  createHandler,
  createManualClock,
  createScriptedModel,
  questionStep,
  reviewStep,
  synthesisStep,
} from '../../support/scripted-model.ts';
import type { TestedStore } from './open-store.ts';

/** Two rounds with an unusable reply, a seat that refuses, a conflict that is decided, and a text with amendments, a block and its patch. */
const script = createHandler({
  question: ({ round }) => questionStep({ question: `Question ${round}: which cost weighs most?` }),
  answer: ({ round, seat, attempt }) => {
    if (round === 1 && seat === 'qa-lead' && attempt === 1) return { text: 'I would rather talk freely.' };
    if (round === 2 && seat === 'devops-engineer') return { fail: 'refusal' };
    return answerStep(`Round ${round}: ${seat} would take a table.`, { concerns: [`${seat} fears load`] });
  },
  synthesis: ({ round }) =>
    synthesisStep({
      synthesis: `Synthesis ${round}.`,
      conflicts:
        round === 1
          ? [
              {
                id: 'new',
                description: 'Who may read',
                positions: [
                  { id: 'new', text: 'nobody', held_by: ['qa-lead'] },
                  { id: 'new', text: 'everybody', held_by: ['software-architect'] },
                ],
                recommendation: 'Nobody may read.',
              },
            ]
          : [],
      next_action: round === 1 ? 'escalate' : 'conclude',
      escalation_reason: round === 1 ? 'A person has to say who may read.' : null,
    }),
  review: ({ seat }) =>
    reviewStep({
      amendments: [
        {
          ...{ target: 'text', operation: 'add', field: '', words: `More of ${seat}.` },
          ...{ reason: `Missing to ${seat}.`, severity: 'gap', facts: [] },
        },
      ],
    }),
  'last-call': (request) => ballotStep(request, request.seat === 'qa-lead' ? 'block' : 'ratify'),
});

class Death extends Error {}

/** A call that was made: its key, the hash of its request, and how many replies to it were unreadable before. */
export type MadeCall = `${string} ${string} ${number | undefined}`;

/**
 * Holds it to its end. Each process dies once it has written `lines` lines and at least one reply, which no other then asks for again;
 * none dies when absent. `draw` gives a number from 0 up to but not including 1, by which of the replies under way one comes next.
 */
export async function holdDyingDiscussion(
  tested: TestedStore,
  { lines = Number.POSITIVE_INFINITY, draw }: { lines?: number; draw: () => number },
): Promise<{ replies: MadeCall[]; failures: MadeCall[]; deaths: number; session: Session }> {
  const table = createTable();
  const planned = createSession(table, {
    settings: { min_rounds: 2, max_rounds: 3, on_escalation: 'accept' },
  });
  const replies: MadeCall[] = [];
  const failures: MadeCall[] = [];
  for (let pid = 1; ; pid += 1) {
    const { repository } = tested.open(pid, [pid]);
    const lease = await repository.acquireLease(planned.id);
    const start =
      pid === 1
        ? { session: planned, version: await repository.create(planned) }
        : await repository.load(planned.id);
    const journal = await repository.openJournal(planned.id);
    const model = createScriptedModel(script);
    const own = { lines: 0, replies: 0, isDead: false };
    const assertAlive = (): void => {
      if (own.isDead) throw new Death();
    };
    const queue = createQueue(draw);
    const call = async (request: ModelRequest, options: { signal: AbortSignal }): Promise<ModelReply> => {
      assertAlive();
      await queue.wait();
      if (own.isDead) queue.next();
      assertAlive();
      const reply = await model.ask(request, options);
      const made: MadeCall = `${request.key} ${hashRequest(request)} ${request.unread}`;
      (reply.ok ? replies : failures).push(made);
      return reply;
    };
    const append: typeof journal.append = async (line) => {
      assertAlive();
      await journal.append(line);
      own.lines += 1;
      if (line.kind === 'call' && line.ok) own.replies += 1;
      own.isDead = own.lines >= lines && own.replies > 0;
      queue.next();
      assertAlive();
    };
    const clock = createManualClock();
    const ask = journalAsk({ journal: { ...journal, append }, call, clock, isPaid: false });
    const whileAlive = async <Value>(act: () => Promise<Value>): Promise<Value> => {
      assertAlive();
      return act();
    };
    const ports: Ports = {
      ask: async (request, options) => {
        const { replayed, ...reply } = await ask(request, options);
        return readReply(reply, request, { replayed });
      },
      evidence: null,
      store: {
        save: (session, version) => whileAlive(() => repository.save(session, version)),
        release: (id) => whileAlive(() => repository.release(id)),
        publish: () => whileAlive(async () => []),
      },
      operator: createUnattendedOperator({
        stop: new AbortController().signal,
        onEscalation: 'accept',
      }),
      report: () => undefined,
      clock,
    };
    const ended = await runSession({ ...start, resumed: pid > 1 }, table, ports).catch((error: unknown) => {
      if (!(error instanceof Death)) throw error;
      return null;
    });
    await journal.close();
    if (ended === null) continue;
    await lease.release();
    return { replies, failures, deaths: pid - 1, session: ended.session };
  }
}

/** Lets those who wait go on one at a time, the next one when the last has been dealt with. */
function createQueue(draw: () => number): { wait: () => Promise<void>; next: () => void } {
  const waiting: (() => void)[] = [];
  let isBusy = false;
  const goOn = (): void => {
    if (isBusy || waiting.length === 0) return;
    isBusy = true;
    waiting.splice(Math.floor(draw() * waiting.length), 1)[0]?.();
  };
  return {
    // All that are asked together are under way before the first of them is answered.
    wait: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        setImmediate(goOn);
      }),
    next: () => {
      isBusy = false;
      setImmediate(goOn);
    },
  };
}
