/** A matrix of seats by rounds: confidence, changes of position, and missing answers. */
import type { Round } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { createTheme } from '../theme.ts';
import { measureWidth, padText, truncateText } from '../wrap-text.ts';

const cellWidth = 7;

/** What the marks of the matrix mean. */
export const matrixLegend =
  '*: changed, with an argument; !: changed without one; fail: the call failed; pass: said nothing; said: gave no confidence; -: not asked';

/** The cell of a seat in a round. */
export function describeCell(round: Round, seat: string): string {
  const answer = round.answers.find((candidate) => candidate.seat === seat);
  if (answer !== undefined) {
    const mark =
      answer.changed !== true ? '' : answer.cause === null || answer.cause.trim() === '' ? '!' : '*';
    return `${answer.confidence === null ? 'said' : answer.confidence.toFixed(2)}${mark}`;
  }
  if (round.failed.includes(seat)) return 'fail';
  if (round.passed.includes(seat)) return 'pass';
  return '-';
}

/** The matrix, in as many blocks of rounds as the columns need. */
export function formatMatrix(session: Session, modes: ViewModes): string[] {
  const theme = createTheme(modes);
  const width = Math.max(1, modes.columns);
  const seats = session.participants.map((participant) => participant.id);
  const longest = Math.max(0, ...seats.map(measureWidth));
  // On a very narrow terminal names are cut so that one round fits beside them.
  const nameWidth = Math.max(1, Math.min(longest, Math.max(4, width - 2 * cellWidth), width - cellWidth));
  const perBlock = Math.max(1, Math.floor((width - nameWidth) / cellWidth));
  const lines: string[] = [];
  for (let start = 0; start < session.rounds.length; start += perBlock) {
    const rounds = session.rounds.slice(start, start + perBlock);
    const layOut = (name: string, cells: readonly string[]): string => {
      const line = padText(truncateText(name, nameWidth, theme.symbols.ellipsis), nameWidth);
      return line + cells.map((cell) => cell.padStart(cellWidth)).join('');
    };
    if (start > 0) lines.push('');
    lines.push(
      theme.quiet(
        layOut(
          '',
          rounds.map((round) => `R${round.round}`),
        ),
      ),
    );
    for (const seat of seats)
      lines.push(
        layOut(
          seat,
          rounds.map((round) => describeCell(round, seat)),
        ),
      );
  }
  return lines;
}
