/** Reads the file of a batch: topics with the options of their sessions, in snake case as in the HTTP interface. */
import * as z from 'zod';
import { describeFields, readFields } from '../../config/option-fields.ts';
import { type FileProblem, findNearest, S2sError } from '../../session/errors.ts';
import { isMapping } from '../../session/is-mapping.ts';
import { maxYamlCharacters, readYaml, type YamlReading } from '../../text/parse-yaml.ts';
import type { StartOptions } from '../options.ts';
import type { BatchTopic } from './batch-options.ts';

/** The most topics in one file. */
const mostTopics = 500;

/** An entry: a session's options. Nobody has a seat of their own at many tables. */
const entrySchema = z.strictObject(describeFields(['start', 'run', 'own'])).omit({ with_me: true });

/**
 * Reads the file: a list, or a mapping of `topics` and `defaults`, which apply to options that an entry leaves out. An entry is a text, or
 * a mapping with `topic`. Throws INVALID_VALUE with every problem and its place.
 */
export function readBatch(text: string, file: string): BatchTopic[] {
  const reading = readYaml(text, file, { maxCharacters: 16 * maxYamlCharacters });
  const problems: FileProblem[] = [...reading.problems];
  const note = (path: readonly PropertyKey[], message: string, part: 'key' | 'value' = 'value'): void => {
    problems.push({ file, ...reading.locate(path, part), message });
  };
  const topics = problems.length > 0 ? [] : readTopics(reading, note);
  if (problems.length === 0) return topics;
  throw new S2sError('INVALID_VALUE', `${file} is not a usable list of topics. Nothing was started.`, {
    problems,
    hint: 'It is a list in YAML, each entry a text, or topic with options:\n  - Which queue should carry the jobs?\n  - topic: What must the export do?\n    workflow_type: specs\n    max_rounds: 3',
  });
}

function readTopics(
  { value }: YamlReading,
  note: (path: readonly PropertyKey[], message: string, part?: 'key' | 'value') => void,
): BatchTopic[] {
  const isList = Array.isArray(value);
  const top = isMapping(value) ? value : {};
  const listed: unknown = isList ? value : top['topics'];
  const at: readonly PropertyKey[] = isList ? [] : ['topics'];
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > mostTopics) {
    note(at, `a list of 1 to ${mostTopics} topics is needed`);
    return [];
  }
  if (!isList)
    for (const key of Object.keys(top))
      if (key !== 'topics' && key !== 'defaults') note([key], `there is no key ${key} here`, 'key');
  const defaults = readDefaults(top['defaults'], note);
  const seen = new Map<string, number>();
  return listed.flatMap((entry: unknown, index) => {
    const own = typeof entry === 'string' ? { topic: entry } : isMapping(entry) ? entry : null;
    if (own === null) {
      note([...at, index], 'a text or a mapping with topic is needed');
      return [];
    }
    const parsed = entrySchema.safeParse({ ...defaults, ...own });
    if (!parsed.success) {
      for (const issue of parsed.error.issues) tellIssue(issue, { path: [...at, index], own, note });
      return [];
    }
    const options: StartOptions = {
      ...readFields<StartOptions>(parsed.data, ['start', 'run', 'own']),
      // A person typed the name of the file of topics, not what it names.
      ...(parsed.data['context'] === undefined ? {} : { contextNamedBy: 'others' }),
    };
    // Equal entries get different keys, so each gets its own session.
    const content = JSON.stringify(parsed.data, Object.keys(parsed.data).sort());
    const number = (seen.get(content) ?? 0) + 1;
    seen.set(content, number);
    return [{ key: `${number} ${content}`, options: { ...options, topic: options.topic.trim() } }];
  });
}

function readDefaults(value: unknown, note: (path: readonly PropertyKey[], message: string) => void): object {
  if (value === undefined || value === null || isMapping(value)) return value ?? {};
  note(['defaults'], 'a mapping of options is needed');
  return {};
}

/** Notes one fault of an entry at its place: in the entry itself, else among the defaults. */
function tellIssue(
  issue: z.core.$ZodIssue,
  {
    path,
    own,
    note,
  }: {
    path: readonly PropertyKey[];
    own: object;
    note: (path: readonly PropertyKey[], message: string, part?: 'key' | 'value') => void;
  },
): void {
  const place = (name: string): PropertyKey[] => {
    if (Object.hasOwn(own, name)) return [...path, name];
    return name === 'topic' ? [...path] : ['defaults', name];
  };
  if (issue.code === 'unrecognized_keys') {
    for (const name of issue.keys) {
      const nearest = findNearest(name, Object.keys(entrySchema.shape));
      const advice = nearest === null ? '' : `; did you mean ${nearest}?`;
      note(place(name), `there is no option ${name}${advice}`, 'key');
    }
    return;
  }
  const [name, ...rest] = issue.path;
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined && !(String(name) in own);
  note(
    [...place(String(name)), ...rest],
    isMissing ? `${String(name)} is missing` : `${String(name)}: ${issue.message}`,
  );
}
