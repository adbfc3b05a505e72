/** Time of rounds: how much the program adds to a bare client, and how much combined calls save. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { atMost, type Figure, median } from './figures.ts';
import { groupCalls, type Panel, type RecordedCall, readSpan, startPanel } from './panel.ts';
import { makeProject, type Project, runNode, writeStartFlags } from './project.ts';

const bareClient = fileURLToPath(new URL('./bare-client.js', import.meta.url));

/** Milliseconds that the program may add to a round, by number of seats. */
const mostOverhead: Readonly<Record<number, number>> = { 5: 50, 20: 100 };

export interface RoundsOptions {
  /** Pairs of runs, one after another. Other load on the machine only adds time, so the best run of each kind counts. */
  pairs: number;
  rounds: number;
  seats: readonly number[];
  delayMs: number;
}

/** The overhead over the bare client, by number of seats: of each round after the first, and of everything that happens once per run. */
export async function measureOverhead(options: RoundsOptions): Promise<Figure[]> {
  const panel = await startPanel(options.delayMs);
  const figures: Figure[] = [];
  try {
    for (const seats of options.seats) {
      const pairs: { own: Spans; bare: Spans }[] = [];
      for (let pair = 0; pair < options.pairs; pair += 1)
        pairs.push(await runPair(panel, { seats, rounds: options.rounds }));
      const best = (client: 'own' | 'bare', span: keyof Spans): number =>
        Math.min(...pairs.map((pair) => pair[client][span]));
      const later = best('own', 'later') - best('bare', 'later');
      const whole = best('own', 'whole') - best('bare', 'whole');
      figures.push(
        atMost(`overhead.${seats}`, `overhead of a round, ${seats} seats`, {
          value: later / (options.rounds - 1),
          unit: 'ms',
          most: mostOverhead[seats] ?? null,
        }),
        atMost(`overhead.${seats}.once`, 'beside it once a run: first round, review and draft', {
          value: whole - later,
          unit: 'ms',
          most: null,
        }),
      );
    }
  } finally {
    panel.close();
  }
  return figures;
}

/** Milliseconds of a run at the server: the whole run, and from the end of the first round's synthesis to the end of the last one's. */
interface Spans {
  whole: number;
  later: number;
}

/** One run of the program, and directly after it the same requests from the bare client; both timed at the server. */
async function runPair(
  panel: Panel,
  options: { seats: number; rounds: number },
): Promise<{ own: Spans; bare: Spans }> {
  const { calls, project } = await runDiscussion(panel, options);
  try {
    const groups = groupCalls(calls).map((group) => group.map(({ body }) => body));
    const file = path.join(project.root, 'groups.json');
    await writeFile(file, JSON.stringify(groups));
    await runNode([bareClient, panel.url, file], project.root);
    const again = await panel.takeRecord();
    if (again.length !== calls.length)
      throw new Error(`the bare client made ${again.length} of ${calls.length} calls`);
    return { own: readSpans(calls), bare: readSpans(again) };
  } finally {
    await project.remove();
  }
}

function readSpans(calls: readonly RecordedCall[]): Spans {
  return { whole: readSpan(calls), later: readLaterRounds(calls) };
}

/** Runs a discussion with the panel. The caller removes its project. */
export async function runDiscussion(
  panel: Panel,
  options: {
    seats: number;
    rounds: number;
    combined?: boolean;
    verbose?: boolean;
    node?: readonly string[];
  },
): Promise<{ calls: RecordedCall[]; project: Project; max_rss_mb: number }> {
  const project = await makeProject({ verbose: options.verbose ?? false });
  await panel.takeRecord();
  const run = await project.run(writeStartFlags(options), {
    url: panel.url,
    ...(options.node === undefined ? {} : { node: options.node }),
  });
  const held = JSON.parse(run.stdout) as { participants: string[]; rounds: number };
  if (held.participants.length !== options.seats || held.rounds !== options.rounds)
    throw new Error(`${held.participants.length} seats held ${held.rounds} rounds, not as asked`);
  return { calls: await panel.takeRecord(), project, max_rss_mb: run.max_rss_mb };
}

/** The wall time from the second round on: with combined calls, divided by that with three calls. */
export async function measureCombined(options: {
  pairs: number;
  rounds: number;
  delayMs: number;
}): Promise<Figure[]> {
  const panel = await startPanel(options.delayMs);
  const ratios: number[] = [];
  try {
    for (let pair = 0; pair < options.pairs; pair += 1) {
      const spans: number[] = [];
      for (const combined of [false, true]) {
        const { calls, project } = await runDiscussion(panel, { seats: 5, rounds: options.rounds, combined });
        await project.remove();
        spans.push(readLaterRounds(calls));
      }
      const [plain = Number.NaN, combined = Number.NaN] = spans;
      ratios.push(combined / plain);
    }
  } finally {
    panel.close();
  }
  return [
    atMost('combined.ratio', 'wall time from round 2 on with --combined, over three calls', {
      value: median(ratios),
      unit: '×',
      most: 0.72,
    }),
  ];
}

/** From the end of the first round's synthesis to the end of the last round's. */
function readLaterRounds(calls: readonly RecordedCall[]): number {
  const ends = calls.filter(({ step }) => step === 'synthesis').map(({ ended }) => ended);
  const [first = Number.NaN, last = Number.NaN] = [ends[0], ends.at(-1)];
  return last - first;
}
