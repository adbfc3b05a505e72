/**
 * Makes a request that a server accepts. When a server refuses a request, it is sent again without the part that the refusal names,
 * or, if no request has succeeded yet, without one optional part after another. What helped is remembered.
 */
import { ModelError } from '../../domain/provider.ts';
import type { FailureKind } from '../../domain/vocabulary.ts';
import { rewordError } from './failure-rules.ts';

/** The parts that a request can do without. Each protocol has some of them; the others change nothing in its body. */
export type Concession =
  | 'limit-name'
  | 'no-limit'
  | 'stream-usage'
  | 'stops'
  | 'effort'
  | 'cache-marks'
  | 'schema'
  | 'form'
  | 'blocks'
  | 'system'
  | 'streamed'
  | 'stream';

/** The parts left out of a body, and the lowered limit of output tokens; null when it was not lowered. */
export interface Concessions {
  names: ReadonlySet<Concession>;
  limit: number | null;
}

/** What is known about a model; kept as long as its provider. */
export interface ModelMemory {
  given: Concessions;
  /** The server has accepted a request. */
  works: boolean;
  /** The search in progress, after a refusal that names no part; or null. */
  search: Promise<void> | null;
  searched: boolean;
}

/** Words about the output limit, under any of its names. */
const limitWords =
  /max[_ -]?(?:completion|output|new|gen)?[_ -]?(?:len(?:gth)?|tokens)|maxOutputTokens|num_predict|(?:completion|output) (?:length|tokens?|limit)|context(?!=)|requested:? \d+|tokens per minute/i;
const nameRefused =
  /unsupported|unrecogni[sz]ed|unknown|unexpected|not (?:a )?(?:supported|permitted|allowed|valid|recognized)|extra|\buse ['"`]?max/i;
const formWords =
  /response_format|output_config|output_format|json_schema|json_object|json mode|structured|schema|grammar|guided (?:decoding|generation|json)|outlines|\bformat\b|requested parameters|additionalProperties|\bstrict\b/i;

/** The parts that can be given up, in order; for each, the words by which a server refuses it and its name in messages. */
const ladder: readonly { name: Concession; words: RegExp; called: string }[] = [
  { name: 'limit-name', words: limitWords, called: 'another name for the limit of the output' },
  { name: 'no-limit', words: limitWords, called: 'no limit of the output' },
  {
    name: 'stream-usage',
    words: /stream_options|include_usage/i,
    called: 'no count of tokens in the stream',
  },
  { name: 'stops', words: /\bstop(?:_?sequences?)?\b/i, called: 'no stop sequences' },
  {
    name: 'effort',
    words: /effort|reasoning|thinking|\bthink\b|output_config(?!\.format)/i,
    called: 'no effort',
  },
  { name: 'cache-marks', words: /cache|caching/i, called: 'no marks for the cache' },
  { name: 'schema', words: formWords, called: 'JSON without a schema' },
  { name: 'form', words: formWords, called: 'the form in the prompt alone' },
  {
    name: 'blocks',
    words:
      /(?:content|system|messages?|prompt)\b.{0,80}(?:\bstr(?:ing)?\b|must be text)|(?:str|string) type expected|valid string/i,
    called: 'texts instead of blocks',
  },
  {
    name: 'system',
    words: /\bsystem\b|developer|\broles?\b|alternat|jinja|chat[ _]template/i,
    called: 'no system role',
  },
  {
    name: 'streamed',
    words:
      /only (?:supports? |available |works )?(?:in |with |as )?(?:a )?stream|(?:must|has to|needs? to) be streamed|(?:enable|requires?|use|set)\b.{0,20}\bstream(?:ing)?\b(?!_)|non-?stream(?:ing|ed)?\b.{0,40}\bnot\b|stream['"`]? (?:must|has to|should) be .{0,10}true/i,
    called: 'a stream',
  },
  { name: 'stream', words: /\bstream(?:ing|ed)?\b/i, called: 'no stream' },
];

/** Returns a function that gives the memory of each model of a provider; at first nothing is given up. */
export function createMemories(): (modelName: string) => ModelMemory {
  const memories = new Map<string, ModelMemory>();
  return (modelName) => {
    const memory = memories.get(modelName) ?? {
      given: { names: new Set(), limit: null },
      works: false,
      search: null,
      searched: false,
    };
    memories.set(modelName, memory);
    return memory;
  };
}

/** A request, and how it is written and sent. */
export interface LesserRequest<Body, Result> {
  /** Who is asked, for messages: `openai (gpt-5)`. */
  who: string;
  memory: ModelMemory;
  /** The tokens that the request asks for. */
  maxTokens: number;
  write: (concessions: Concessions) => Body;
  /** Rejects with ModelError. */
  send: (body: Body) => Promise<Result>;
}

/** More attempts than there are parts to give up would mean a loop. */
const mostTurns = 20;
/** A seat's reply does not fit into less. */
const leastTokens = 256;
/** What most models can write; tried when a server does not state its limit. */
const usualTokens = 4096;

/**
 * Sends a request without the parts that earlier requests had to give up, and again with less when it is refused. Rejects with the
 * last refusal, whose message names everything that was tried, or with the first failure of another kind.
 */
export async function askForLess<Body, Result>(options: LesserRequest<Body, Result>): Promise<Result> {
  const { memory, maxTokens, write, send, who } = options;
  const tried: string[] = [];
  /** The concessions being tried, and the refusal before them; they are kept if the server then complains about something else. */
  let trial: { concessions: Concessions; words: string } | null = null;
  let kept = memory.given;
  let endSearch: (() => void) | null = null;
  const untried = listTrials(maxTokens);
  const isChange = (next: Concessions): boolean =>
    JSON.stringify(write(next)) !== JSON.stringify(write(kept));
  try {
    for (let turn = 0; ; turn += 1) {
      const concessions = trial?.concessions ?? kept;
      try {
        const result = await send(write(concessions));
        remember(memory, concessions);
        return result;
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        // The server accepted the request, even though the reply is unusable.
        if (['truncated', 'empty', 'refusal'].includes(error.kind)) remember(memory, concessions);
        const words = error.message.replace(who, '');
        if (trial !== null && blur(words) !== trial.words) kept = trial.concessions;
        trial = null;
        if (turn >= mostTurns || !mayAskForLess(error)) throw describeTried(error, tried);
        const named = findNamed(words, { kept, maxTokens, isChange });
        if (named !== null) {
          kept = named.concessions;
          tried.push(named.called);
          continue;
        }
        if (memory.works || memory.searched || !maySearch(error)) throw describeTried(error, tried);
        if (endSearch === null && memory.search !== null) {
          // Parallel calls meet the same refusal; only one of them searches.
          await memory.search;
          kept = memory.given;
          continue;
        }
        if (endSearch === null) {
          memory.search = new Promise((resolve) => {
            endSearch = resolve;
          });
          if (error.status === 500) untried.unshift({ add: (now) => now, called: 'the same once more' });
        }
        let next = untried.shift();
        while (next !== undefined && next.called !== 'the same once more' && !isChange(next.add(kept)))
          next = untried.shift();
        if (next === undefined) {
          memory.searched = true;
          throw describeTried(error, tried);
        }
        trial = { concessions: next.add(kept), words: blur(words) };
        tried.push(next.called);
      }
    }
  } finally {
    if (endSearch !== null) {
      memory.search = null;
      (endSearch as () => void)();
    }
  }
}

interface Trial {
  add: (now: Concessions) => Concessions;
  called: string;
}

/** What is tried when the refusal names no part: one part after another, and finally all of them together. */
function listTrials(maxTokens: number): Trial[] {
  const lower: Trial = {
    add: (now) => ({ ...now, limit: Math.min(maxTokens, now.limit ?? maxTokens, usualTokens) }),
    called: `at most ${usualTokens} tokens`,
  };
  const trials = ladder.filter(({ name }) => name !== 'streamed');
  const single = trials.map(({ name, called }): Trial => ({ add: (now) => add(now, name), called }));
  const all: Trial = {
    add: (now) => single.reduce((sum, one) => one.add(sum), now),
    called: 'all of that together',
  };
  // One protocol sends both under the same key.
  const both: Trial = {
    add: (now) => add(add(now, 'effort'), 'form'),
    called: 'neither effort nor form',
  };
  return [lower, ...single, both, all];
}

/** Finds the part that a refusal asks to give up, if giving it up changes the request. */
function findNamed(
  words: string,
  {
    kept,
    maxTokens,
    isChange,
  }: { kept: Concessions; maxTokens: number; isChange: (next: Concessions) => boolean },
): { concessions: Concessions; called: string } | null {
  if (limitWords.test(words)) {
    const now = Math.min(maxTokens, kept.limit ?? maxTokens);
    const isName =
      nameRefused.test(words) && isChange(add(kept, 'limit-name')) && !kept.names.has('limit-name');
    const stated = isName ? null : findStatedLimit(words, now);
    // A limit that cannot be left out is lowered to what most models can write.
    const lower =
      stated ?? (isName || isChange(add(kept, 'no-limit')) || now <= usualTokens ? null : usualTokens);
    const lowered = { ...kept, limit: lower };
    if (lower !== null && isChange(lowered))
      return { concessions: lowered, called: `at most ${lower} tokens` };
  }
  for (const { name, words: asked, called } of ladder) {
    if (!asked.test(words) || kept.names.has(name)) continue;
    if (name === 'limit-name' && !nameRefused.test(words)) continue;
    const concessions = add(kept, name);
    if (isChange(concessions)) return { concessions, called };
  }
  return null;
}

/** The output limit that fits, from the numbers in a refusal; null when they do not tell, or when too little would be left. */
export function findStatedLimit(words: string, now: number): number | null {
  const plain = words.replace(/(?<=\d)[,_](?=\d{3})/g, '');
  const sum = /(\d+) \+ (\d+) > (\d+)/.exec(plain);
  const most = /(?:context (?:length|window|size|limit)|maximum|limit)\D{0,40}(\d+)/i.exec(plain)?.[1];
  const requested = /requested\D{0,30}(\d+)/i.exec(plain)?.[1];
  let fit: number | null = null;
  if (sum !== null) fit = Number(sum[3]) - Number(sum[1]);
  else if (
    most !== undefined &&
    requested !== undefined &&
    Number(requested) > Number(most) &&
    Number(requested) !== now
  )
    fit = now - (Number(requested) - Number(most));
  else if (!/context/i.test(plain)) {
    const numbers = [...plain.matchAll(/(?<![\w.-])\d{3,7}(?![\w-]|\.\d)/g)].map(([digits]) =>
      Number(digits),
    );
    // A number from 400 to 599 may be a status.
    fit = Math.max(0, ...numbers.filter((number) => number < now && (number < 400 || number > 599)));
  }
  return fit !== null && fit >= leastTokens && fit < now ? Math.floor(fit) : null;
}

function add(now: Concessions, name: Concession): Concessions {
  return { ...now, names: new Set([...now.names, ...(name === 'form' ? (['schema'] as const) : []), name]) };
}

function remember(memory: ModelMemory, { names, limit }: Concessions): void {
  const before = memory.given;
  const limits = [before.limit, limit].filter((one) => one !== null);
  memory.given = {
    names: new Set([...before.names, ...names]),
    limit: limits.length === 0 ? null : Math.min(...limits),
  };
  memory.works = true;
}

const modestKinds: readonly FailureKind[] = [
  'bad-request',
  'server',
  'too-large',
  'unknown-model',
  'billing',
];

/** Whether a refusal may be about a part of the request. A person whose credit does not cover a request may still afford fewer tokens. */
function mayAskForLess({ kind, status, message }: ModelError): boolean {
  // Some plans exclude a part of the request, not all of it.
  if (kind === 'forbidden') return formWords.test(message);
  if (status === null || !modestKinds.includes(kind) || status > 501) return false;
  if (kind === 'billing') return /max_tokens|can only afford/i.test(message);
  return kind !== 'unknown-model' || /support|parameter/i.test(message);
}

/** Whether to search when the refusal names no part: only for statuses that are about the request itself. */
function maySearch({ kind, status }: ModelError): boolean {
  return (kind === 'bad-request' || kind === 'server') && [400, 422, 500].includes(status ?? 0);
}

/** The words without ids and numbers, which differ from one answer to the next. */
function blur(words: string): string {
  return words.replace(/[0-9a-f-]{8,}|\d+/gi, '#');
}

function describeTried(error: ModelError, tried: readonly string[]): ModelError {
  if (tried.length === 0) return error;
  return rewordError(error, `${error.message} (also tried: ${[...new Set(tried)].join(', ')})`);
}
