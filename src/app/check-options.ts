/** Checks the options of a program first: plain JavaScript can pass whatever it likes, and a misspelt name would do nothing. */
import * as z from 'zod';
import { checkValue } from '../config/check-value.ts';
import { describeType } from '../config/describe-type.ts';
import { findOptionKey, findOptionSchema } from '../config/option-layer.ts';
import { listOptions, type OptionGroup, type OptionLine } from '../config/option-table.ts';
import { valueTypes } from '../config/value-types.ts';
import { findNearest, S2sError } from '../session/errors.ts';
import type { App } from './app.ts';

type Name<Call extends keyof App> = keyof NonNullable<Parameters<App[Call]>[0]>;

/** What a call takes: the groups of the table, and what is not in it. */
type Taken = {
  [Call in keyof App]?: { groups?: readonly OptionGroup[]; also: readonly Name<Call>[] };
};

const run = [
  'operator',
  'confirmContext',
  'ownWord',
  'signal',
  'providerBatch',
  'watched',
  'attend',
] as const;
const order = ['priority', 'isBatched'] as const;
const speaker = ['session', 'by'] as const;
const start = ['start', 'run', 'own', 'signature'] as const;
const resume = ['run', 'own', 'resume'] as const;
const session = { also: ['session'] } as const;

const taken: Taken = {
  start: { groups: start, also: [...run, 'contextNamedBy', 'lowersOnly'] },
  estimate: { groups: start, also: [...run, 'contextNamedBy', 'lowersOnly'] },
  startDetached: { groups: start, also: [...run, ...order, 'contextNamedBy', 'lowersOnly'] },
  replay: { groups: ['start', ...resume], also: [...run, 'contextNamedBy', 'session'] },
  resume: { groups: resume, also: [...run, 'session'] },
  resumeDetached: { groups: resume, also: [...run, ...order, 'session'] },
  say: { groups: [...resume, 'say', 'signature'], also: [...run, 'session'] },
  sayDetached: { groups: [...resume, 'say', 'signature'], also: [...run, 'session'] },
  answer: { groups: ['answer', 'signature'], also: speaker },
  guide: { groups: ['guide', 'signature'], also: speaker },
  skip: { groups: ['signature'], also: speaker },
  grant: { groups: ['grant', 'signature'], also: speaker },
  pause: { groups: ['signature'], also: speaker },
  ...{ close: session, find: session, get: session, isRunning: session, openRound: session, look: session },
  calls: { also: ['session', 'round', 'seat'] },
  list: { also: ['status', 'workflow', 'query', 'limit', 'offset'] },
  search: { also: ['words', 'limit'] },
  item: { also: ['session', 'item'] },
  export: { also: ['session', 'type', 'format', 'output'] },
  publish: { also: ['session', 'supersede'] },
  discuss: {
    also: [
      'topic',
      'participants',
      'rounds',
      'synthesizer',
      'rehearsal',
      'model',
      'agentTimeout',
      'totalTimeout',
      'signal',
    ],
  },
};

/** The app, whose calls reject with INVALID_VALUE for an option that does not exist, or whose value is of another type. */
export function checkCalls(app: App): App {
  const checked = Object.entries(app).map(([name, act]: [string, (options: unknown) => unknown]) => {
    const call = taken[name as keyof App];
    if (call === undefined) return [name, act];
    return [
      name,
      async (options: unknown) => {
        checkOptions(name, options ?? {}, call);
        return act(options);
      },
    ];
  });
  return Object.fromEntries(checked) as App;
}

function checkOptions(
  call: string,
  options: unknown,
  { groups = [], also }: NonNullable<Taken[keyof App]>,
): void {
  const own = listOptions(groups);
  const lines = call === 'discuss' ? [...listOptions(start), discussedRounds] : own;
  const known = new Set<string>([...also.map(String), ...own.map(({ name }) => name)]);
  const values = new Map(Object.entries(options as object).filter(([, value]) => value !== undefined));
  for (const name of values.keys()) {
    if (known.has(name)) continue;
    const nearest = findNearest(name, known);
    throw new S2sError('INVALID_VALUE', `${call} takes no option "${name}".`, {
      hint: nearest === null ? `It takes: ${[...known].join(', ')}.` : `Did you mean ${nearest}?`,
    });
  }
  for (const line of lines) {
    const value = values.get(line.name);
    if (value === undefined && line.isRequired !== true) continue;
    const checked = checkValue(describeOption(line), value);
    if ('value' in checked) continue;
    const reasons = checked.problems.map(({ message }) => message).join('; ');
    throw new S2sError('INVALID_VALUE', `${line.name} ${reasons}.`, {
      hint: `Give ${line.name} another value.`,
    });
  }
}

const discussedRounds: OptionLine & { name: string } = { name: 'rounds', type: 'rounds', words: '' };

/** What a value is checked against. A person's own paths may lead anywhere, and an empty topic has an error of its own. */
function describeOption(line: OptionLine & { name: string }): Parameters<typeof checkValue>[0] {
  const key = findOptionKey(line);
  const schema =
    line.name === 'topic'
      ? z.string()
      : line.name === 'context'
        ? z.array(z.string())
        : findOptionSchema(line);
  const own = line.type === undefined ? undefined : valueTypes[line.type].words;
  const words = line.type === 'models' || key === null ? (own ?? describeType(schema)) : key.words;
  return { schema, words, isHidden: false };
}
