/** How much time is left, at the pace of the last rounds. */

import type { OpenRound } from '../session/ports/open-round.ts';
import type { Round } from '../session/round.ts';
import { formatDuration } from './format-numbers.ts';

type Held = Pick<Round, 'started_at' | 'ended_at'>;

const roundStages: readonly OpenRound['stage'][] = ['question', 'answers', 'synthesis', 'decision'];

/**
 * The time left in the open round, and in all if every allowed round is held, at the pace of the last three; empty before the first is
 * over, and while the text is made. `now`: milliseconds since 1970.
 */
export function sayLeft(
  session: { rounds: readonly Held[]; total_rounds: number; settings: { max_rounds: number } },
  round: Pick<OpenRound, 'started_at' | 'stage'>,
  now: number,
): string {
  const lengths = session.rounds
    .slice(-3)
    .map(({ started_at, ended_at }) => Date.parse(ended_at) - Date.parse(started_at));
  if (lengths.length === 0 || !roundStages.includes(round.stage)) return '';
  const mean = Math.max(0, lengths.reduce((sum, length) => sum + length, 0) / lengths.length);
  const ofRound = Math.max(0, mean - (now - Date.parse(round.started_at)));
  const more = Math.max(0, session.settings.max_rounds - session.total_rounds - 1) * mean;
  const said =
    ofRound < 1000
      ? 'this round should end any moment'
      : `about ${formatDuration(ofRound)} left of this round`;
  return more < 1000
    ? `${said}, the last one allowed`
    : `${said}, at most ${formatDuration(ofRound + more)} if all rounds are held`;
}
