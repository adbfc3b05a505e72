/** Input tokens of whole runs, counted from the requests that the server received. */
import { estimateTokens } from '../src/models/client/estimate.ts';
import { atMost, type Figure } from './figures.ts';
import { runDiscussion } from './measure-rounds.ts';
import { type RecordedCall, startPanel } from './panel.ts';

interface Body {
  model: string;
  system?: Block[];
  messages: { content: Block[] }[];
  output_config: { format: { schema: object } };
}

interface Block {
  text: string;
  cache_control?: object;
}

/** A request in the order in which a model reads it. */
interface ReadRequest {
  step: RecordedCall['step'];
  /** The heading of the role that the prompt gives. */
  role: string;
  blocks: Block[];
  /** The model and the form, as text: a cache works only for the same ones. */
  form: string;
  tokens: number;
}

/** Tokens by run and by call, and the share that had been sent before. */
export async function measureTokens(options: {
  rounds: readonly number[];
  /** Rounds of the run for which the share is measured. */
  reuse: number;
}): Promise<Figure[]> {
  const panel = await startPanel(0);
  const runs = new Map<number, ReadRequest[]>();
  try {
    for (const rounds of new Set([4, options.reuse, ...options.rounds])) {
      const { calls, project } = await runDiscussion(panel, { seats: 5, rounds });
      await project.remove();
      runs.set(rounds, calls.map(readRequest));
    }
  } finally {
    panel.close();
  }
  const total = (rounds: number): number => sum((runs.get(rounds) ?? []).map(({ tokens }) => tokens));
  const stated = runs.get(4) ?? [];
  const figures: Figure[] = [
    atMost('tokens.stated', 'input tokens, 5 seats, 40 words, 4 rounds and a draft', {
      value: total(4),
      unit: 'tokens',
      most: null,
    }),
    atMost('tokens.growth', "a seat's last answer call over its first, 4 rounds", {
      value: readGrowth(stated),
      unit: '×',
      most: null,
    }),
    ...listSteps(stated),
  ];
  for (const rounds of options.rounds) {
    figures.push(
      atMost(`tokens.${rounds}`, `input tokens, 5 seats, ${rounds} rounds`, {
        value: total(rounds),
        unit: 'tokens',
        most: null,
      }),
      atMost(`tokens.${rounds}.growth`, `a seat's last answer call over its first, ${rounds} rounds`, {
        value: readGrowth(runs.get(rounds) ?? []),
        unit: '×',
        most: null,
      }),
    );
  }
  const [fewest, most] = [Math.min(...options.rounds), Math.max(...options.rounds)];
  if (most > fewest) {
    figures.push(
      atMost('tokens.shape', `tokens a round at ${most} rounds over those at ${fewest} (1: in proportion)`, {
        value: total(most) / most / (total(fewest) / fewest),
        unit: '×',
        most: null,
      }),
    );
  }
  return [...figures, ...listReuse(runs.get(options.reuse) ?? [], options.reuse)];
}

function readRequest({ step, body }: RecordedCall): ReadRequest {
  const { model, system = [], messages, output_config: output } = JSON.parse(body) as Body;
  const blocks = [...system, ...messages.flatMap(({ content }) => content)];
  const form = `${model}\n${JSON.stringify(output.format.schema)}`;
  const tokens = sum([...blocks.map(({ text }) => text), form].map(estimateTokens));
  const role = /^# Your role: .*$/m.exec(joinText(blocks))?.[0] ?? '';
  return { step, role, blocks, form, tokens };
}

/** The tokens of a seat's last answer call over those of its first, for the seat with the highest ratio. */
function readGrowth(requests: readonly ReadRequest[]): number {
  const bySeat = new Map<string, number[]>();
  for (const { step, role, tokens } of requests)
    if (step === 'answer') bySeat.set(role, [...(bySeat.get(role) ?? []), tokens]);
  return Math.max(...[...bySeat.values()].map((tokens) => (tokens.at(-1) ?? 0) / (tokens[0] ?? 1)));
}

function listSteps(requests: readonly ReadRequest[]): Figure[] {
  return (['question', 'answer', 'synthesis', 'draft', 'review', 'revision', 'last-call'] as const).flatMap(
    (step) => {
      const tokens = requests.filter((request) => request.step === step).map((request) => request.tokens);
      if (tokens.length === 0) return [];
      const text = `  of these: ${step}, ${tokens.length} ${tokens.length === 1 ? 'call' : 'calls'}, ${tokens[0]} to ${tokens.at(-1)} each`;
      return [atMost(`tokens.stated.${step}`, text, { value: sum(tokens), unit: 'tokens', most: null })];
    },
  );
}

/**
 * Two measures of how much a cache can do: the longest common prefix with any earlier request, and a strict one, in which
 * the form must be the same and the prefix must end at a cache mark.
 */
function listReuse(requests: readonly ReadRequest[], rounds: number): Figure[] {
  let [all, loose, strict] = [0, 0, 0];
  for (const [index, request] of requests.entries()) {
    const text = joinText(request.blocks);
    const earlier = requests.slice(0, index);
    all += text.length;
    loose += Math.max(0, ...earlier.map(({ blocks }) => countCommon(text, joinText(blocks))));
    strict += Math.max(
      0,
      ...earlier
        .filter(({ form }) => form === request.form)
        .map(({ blocks }) => countMarked(request.blocks, blocks)),
    );
  }
  return [
    {
      id: 'reuse.prefix',
      text: `input in a prefix already sent, 5 seats, ${rounds} rounds`,
      value: (loose / all) * 100,
      unit: '%',
      goal: { at: 'least', value: 70 },
    },
    {
      id: 'reuse.marked',
      text: '  of it at cache marks, for the same form only',
      value: (strict / all) * 100,
      unit: '%',
      goal: null,
    },
  ];
}

function joinText(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text).join('\n');
}

function countCommon(one: string, other: string): number {
  const end = Math.min(one.length, other.length);
  let index = 0;
  while (index < end && one.charCodeAt(index) === other.charCodeAt(index)) index += 1;
  return index;
}

/** Characters up to the last marked block of the common prefix. */
function countMarked(blocks: readonly Block[], earlier: readonly Block[]): number {
  let [length, marked] = [0, 0];
  for (const [index, block] of blocks.entries()) {
    if (earlier[index]?.text !== block.text) break;
    length += block.text.length + 1;
    if (block.cache_control !== undefined && earlier[index]?.cache_control !== undefined) marked = length;
  }
  return marked;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
