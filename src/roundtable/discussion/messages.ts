/** Messages that people sent from outside, during a run or between runs. */

import type { PersonMessage } from '../../session/person-message.ts';
import type { RoundChoice } from '../../session/ports/ports.ts';
import type { Round } from '../../session/round.ts';
import { countGrantedRounds, countMostRounds } from '../../session/rules/granted-rounds.ts';
import { notify, type Run, saveSession } from '../run.ts';

/**
 * Takes the messages for a round: advice and granted rounds go into the session. Returns the choice (skip or pause) that a
 * message made for the person, or null. Taking the messages of a round twice changes nothing.
 */
export async function takeMessages(
  run: Run,
  round: Round,
  { resumed = false } = {},
): Promise<RoundChoice | null> {
  const messages = (await run.ports.operator.takeMessages?.({ round: round.round, resumed })) ?? [];
  let choice: RoundChoice | null = null;
  for (const message of messages) {
    if (message.kind === 'guidance') await addGuidance(run, round, { ...message, grants: false });
    else if (message.kind === 'grant') await raiseMostRounds(run, message);
    else choice = { choice: message.kind };
  }
  return choice;
}

/** Advice from a person or an assistant. */
interface Advice {
  text: string;
  by: 'user' | 'assistant';
  name?: string | undefined;
  /** Whether it may grant one more round after the last allowed one; advice from outside goes into the draft instead. */
  grants: boolean;
}

/** Saves and reports advice, once. After the last allowed round, advice that may grant a round adds one and says so. */
export async function addGuidance(run: Run, round: Round, advice: Advice): Promise<void> {
  const { text, by, grants } = advice;
  const person = advice.name === undefined ? {} : { name: advice.name };
  const { session } = run;
  if (session.guidance.some((entry) => entry.after_round === round.round && entry.text === text)) return;
  const grantsRound = grants && round.round >= countMostRounds(session);
  const entry = {
    after_round: round.round,
    text,
    by,
    ...person,
    ...(grantsRound ? { grants_round: true } : {}),
  };
  await saveSession(run, { guidance: [...session.guidance, entry] });
  run.ports.report({ type: 'guidance', after_round: round.round, text, ...person });
  if (grantsRound) notify(run, { code: 'guidance_adds_round', round: round.round });
}

async function raiseMostRounds(
  run: Run,
  { max_rounds: wanted, most_in_all: most }: Extract<PersonMessage, { kind: 'grant' }>,
): Promise<void> {
  const { settings } = run.session;
  const rounds = most === undefined ? wanted : Math.min(wanted, most - countGrantedRounds(run.session));
  if (rounds <= settings.max_rounds) return;
  await saveSession(run, { settings: { ...settings, max_rounds: rounds } });
  notify(run, { code: 'more_rounds', rounds, before: settings.max_rounds });
}
