/** The open round: the question, the answers so far, and the person's turn that it waits for, as a resume would find them. */
import { resolveConfig } from '../../config/resolve-config.ts';
import { runSession } from '../../roundtable/run-session.ts';
import type { Operator, Ports, RoundtableEvent, TurnView } from '../../session/ports/ports.ts';
import { createBlindGate } from '../../session/rules/blind-gate.ts';
import type { Session } from '../../session/session.ts';
import { replayOperator } from '../../store/journal/journal-operator.ts';
import { createReplay } from '../../store/journal/replay.ts';
import type { AppParts } from '../app-parts.ts';
import type { GetOptions } from '../options.ts';
import type { OpenRound } from '../results.ts';
import { prepareResume } from '../run/prepare-resume.ts';
import { readOwnVoice } from '../run/truncate-at-other-speaker.ts';
import { chooseSession } from './get-session.ts';

/**
 * Reads the open round from the journal; calls no model, stores nothing and takes no lease. Null if no round is open, if the session
 * waits for a decision, or if files it needs are unreadable. Leaves out answers that are still blind.
 */
export async function readOpenRound(parts: AppParts, options: GetOptions): Promise<OpenRound | null> {
  const { session } = await parts.repository.load(await chooseSession(parts, options.session));
  if (session.status === 'completed' || session.status === 'closed') return null;
  if (session.escalations.some(({ status }) => status === 'pending')) return null;
  const seen = await replayOpenRound(parts, session).catch(() => null);
  return seen?.question === null && seen.turn === null ? null : seen;
}

async function replayOpenRound(parts: AppParts, stored: Session): Promise<OpenRound> {
  const quiet = { ...parts, notify: () => undefined };
  const config = resolveConfig(parts.config, { workflow: stored.workflow_type });
  const prepared = await prepareResume(quiet, stored, { options: {}, config });
  const { lines, location } = await parts.repository.readJournal(stored.id);
  const { call } = createReplay(lines, { file: location, match: 'key' });
  const seen: OpenRound = { round: stored.total_rounds + 1, question: null, focus: '', said: [], turn: null };
  const stop = new AbortController();
  const passGate = createBlindGate();
  const follow = (event: RoundtableEvent): void => {
    const { hidden, revealed } = passGate(event);
    for (const { seat, position } of revealed) {
      const said = seen.said.find((one) => one.seat === seat);
      if (said !== undefined) said.position = position;
    }
    if (event.type === 'question-asked')
      Object.assign(seen, { round: event.round, question: event.question, focus: event.focus, said: [] });
    if (event.type === 'seat-answered' && event.step === 'answer')
      seen.said.push({ seat: event.seat, position: hidden ? null : event.position });
  };
  const operator: Operator = {
    stop: stop.signal,
    chooseAfterRound: async () => ({ choice: 'pause' }),
    decideEscalation: async () => 'later',
    takeTurn: async (view: TurnView) => {
      seen.turn = view;
      return 'later';
    },
  };
  // The replay ends at the first call that was not made yet.
  const ports: Ports = {
    ask: async (request, options) => {
      const { replayed, ...reply } = { replayed: true, ...(await call(request, options)) };
      return readOwnVoice(reply, request, { replayed });
    },
    operator: replayOperator(lines, operator),
    store: { save: async () => '', publish: async () => [], release: async () => undefined },
    report: follow,
    clock: parts.world.clock,
  };
  await runSession({ ...prepared, version: '', resumed: true }, prepared.table, ports).catch(() => undefined);
  return seen;
}
