/** What is said once a round is on disk. */
import { type Run, warnUnknownCost } from '../run.ts';

/** Says that the last round is saved, and shows it. */
export function reportRound(run: Run): void {
  const { session } = run;
  const round = session.rounds.at(-1);
  if (!round) return;
  run.ports.report({ type: 'round-saved', round: round.round, session_file: run.table.sessionFile });
  run.ports.report({ type: 'recap', session, round });
  warnUnknownCost(run);
}
