/** What people sent from outside while the discussion ran, or while nobody ran it. */
import type { RoundChoice } from '../../domain/ports.ts';
import type { Round } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import { type Run, saveSession } from '../run.ts';
import { reportRound } from './report-round.ts';

/**
 * Takes the messages for a round: advice and granted rounds go into the session. Gives the choice that a message made for the
 * person (skip or pause), or null. Taking the messages of a round again changes nothing.
 */
export async function takeMessages(
  run: Run,
  round: Round,
  { resumed = false } = {},
): Promise<RoundChoice | null> {
  const messages = (await run.ports.operator.takeMessages?.({ round: round.round, resumed })) ?? [];
  if (messages.length > 0) await saveNewRound(run);
  let choice: RoundChoice | null = null;
  for (const message of messages) {
    if (message.kind === 'guidance') await addGuidance(run, round, message.text);
    else if (message.kind === 'grant') await raiseMostRounds(run, message.max_rounds);
    else choice = { choice: message.kind };
  }
  return choice;
}

/** What a person says about a round is kept behind the round itself. */
async function saveNewRound(run: Run): Promise<void> {
  if (run.saved.rounds.length === run.session.rounds.length) return;
  await saveSession(run);
  reportRound(run, run.session);
}

/** Saves and says a person's advice, once. */
export async function addGuidance(run: Run, round: Round, text: string): Promise<void> {
  const guidance = withGuidance(run.session, round, text);
  if (guidance === run.session.guidance) return;
  await saveSession(run, { guidance });
  run.ports.report({ type: 'guidance', after_round: round.round, text });
}

function withGuidance(session: Session, round: Round, text: string): Session['guidance'] {
  const known = session.guidance.some((entry) => entry.after_round === round.round && entry.text === text);
  return known ? session.guidance : [...session.guidance, { after_round: round.round, text }];
}

async function raiseMostRounds(run: Run, rounds: number): Promise<void> {
  const { settings } = run.session;
  if (rounds <= settings.max_rounds) return;
  await saveSession(run, { settings: { ...settings, max_rounds: rounds } });
  run.ports.report({
    type: 'notice',
    level: 'info',
    text: `The discussion may have ${rounds} rounds now instead of ${settings.max_rounds}.`,
  });
}
