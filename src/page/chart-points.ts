/** Places the points of the chart: the confidence of each seat over the rounds, and its changes of position. */
import type { Round } from '../session/round.ts';

/** The answer of a seat in a round. */
export interface ChartPoint {
  x: number;
  y: number;
  round: number;
  confidence: number;
  /** `argument`: its position changed, and it said why. */
  changed: 'no' | 'argument' | 'unexplained';
}

export interface ChartLine {
  seat: string;
  points: ChartPoint[];
  /** Consecutive rounds joined as SVG paths. */
  paths: string[];
}

/** The size of the drawing, with room around the points. */
export interface ChartSize {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

type Spoken = Pick<Round, 'round'> & {
  answers: readonly Pick<Round['answers'][number], 'seat' | 'confidence' | 'cause'>[];
};

/** The x coordinate of a round. */
export function placeRound(index: number, count: number, { width, left, right }: ChartSize): number {
  const room = width - left - right;
  return left + (count <= 1 ? room / 2 : (index * room) / (count - 1));
}

/** The y coordinate of a confidence between 0 and 1. */
export function placeConfidence(confidence: number, { height, top, bottom }: ChartSize): number {
  return top + (1 - Math.min(1, Math.max(0, confidence))) * (height - top - bottom);
}

/** One line for each seat; a seat that gave no confidence in a round has no point there. */
export function drawLines(rounds: readonly Spoken[], seats: readonly string[], size: ChartSize): ChartLine[] {
  return seats.map((seat) => {
    const runs: ChartPoint[][] = [[]];
    rounds.forEach((round, index) => {
      const answer = round.answers.find((one) => one.seat === seat);
      if (answer === undefined || answer.confidence === null) {
        runs.push([]);
        return;
      }
      runs.at(-1)?.push({
        x: placeRound(index, rounds.length, size),
        y: placeConfidence(answer.confidence, size),
        round: round.round,
        confidence: answer.confidence,
        changed: answer.cause === null ? 'no' : answer.cause.trim() === '' ? 'unexplained' : 'argument',
      });
    });
    const paths = runs
      .filter(({ length }) => length > 1)
      .map((run) => run.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${round1(x)} ${round1(y)}`).join(''));
    return { seat, points: runs.flat(), paths };
  });
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}
