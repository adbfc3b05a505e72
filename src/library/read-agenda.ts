/** Reads an agenda from its file: from the front matter, or from the fenced YAML block with `topics:` or `phases:`. */

import { isMapping } from '../session/is-mapping.ts';
import type { Agenda, AgendaTopic } from '../session/library.ts';
import { type MarkdownTree, parseMarkdown } from '../text/markdown/markdown-tree.ts';
import { parseYamlBlock, type YamlSource } from '../text/parse-yaml.ts';

import { parseFrontMatter } from './parse-front-matter.ts';
import { type Reading, refuseFile, selectErrors, unclosedFrontMatter } from './problems.ts';
import type { LibraryEntry } from './resource-lookup.ts';
import { shortenLine } from './roles.ts';
import { findSettingsBlock } from './settings-block.ts';
import { SettingsReader, toText } from './settings-reader.ts';

/** Keys that may hold the topics. */
const topicKeys = ['topics', 'REQUIRED_TOPICS', 'phases'] as const;
const repair = {
  text: ['name', 'title', 'description'],
  known: [...topicKeys, 'name', 'title', 'description'],
};

/** Reads an agenda; returns all problems of the file and throws none of them. */
export function readAgenda(entry: LibraryEntry, text: string): Reading<Agenda> {
  const { file } = entry;
  const tree = parseMarkdown(text, file);
  if (tree.unclosedAt !== null) return refuseFile(file, tree.unclosedAt, unclosedFrontMatter);
  const source = findSource(tree, file);
  if (source === null)
    return refuseFile(file, 1, 'there is no fenced yaml block with "topics:" or "phases:"');
  const problems = [...source.problems];
  if (selectErrors(problems).length > 0) return { item: null, problems };
  const reader = new SettingsReader(source, source.value, { path: [], problems });
  const topics = readTopics(reader);
  reader.ignore(topicKeys);
  reader.finish();
  if (selectErrors(problems).length > 0) return { item: null, problems };
  return { item: { workflow: entry.id, topics, file, origin: entry.origin }, problems };
}

function findSource(tree: MarkdownTree, file: string): YamlSource | null {
  if (tree.frontMatter !== null) {
    const source = parseFrontMatter(tree.frontMatter, file, { repair });
    const value = source.value;
    const holds = isMapping(value) && topicKeys.some((key) => Object.hasOwn(value, key));
    if (holds || selectErrors(source.problems).length > 0) return source;
  }
  const block = findSettingsBlock(tree, topicKeys);
  return block === null ? null : parseYamlBlock(block, file);
}

function readTopics(reader: SettingsReader): AgendaTopic[] {
  const key = topicKeys.find((candidate) => reader.has(candidate));
  const value = key === undefined ? null : reader.raw(key);
  if (key === undefined || !Array.isArray(value) || value.length === 0) {
    reader.note('error', key === undefined ? [] : [key], {
      message: 'a list with at least one topic is needed',
    });
    return [];
  }
  const items: unknown[] = value;
  const seen = new Set<string>();
  const topics = items.map((item, index) => {
    const name = toText(item);
    const topicReader = reader.at([key, index], name === null ? (item ?? {}) : { name });
    const topic = readTopic(topicReader);
    if (seen.has(topic.id))
      topicReader.note('error', ['id'], { message: `there are two topics "${topic.id}"` });
    seen.add(topic.id);
    return { topic, order: topicReader.whole('order', { min: 0 }) };
  });
  // Sorting is stable; topics without an order count as 0.
  return topics.sort((a, b) => (a.order ?? 0) - (b.order ?? 0)).map(({ topic }) => topic);
}

function readTopic(reader: SettingsReader): AgendaTopic {
  const name = shortenLine(reader.text('name') ?? reader.text('title') ?? '', 120);
  const id = shortenLine(reader.text('id') ?? makeId(name), 60);
  if (id === '') reader.note('error', ['id'], { message: 'a topic needs an id, or at least a name' });
  const description = [reader.text('description'), reader.text('note'), reader.text('facilitator_directive')];
  const { criteria, minimums } = readDoneWhen(reader);
  const topic: AgendaTopic = {
    id,
    name: name === '' ? id : name,
    description: description.filter((text) => text !== null && text !== '').join('\n'),
    critical: reader.flag('critical') ?? false,
    criteria,
    minimums,
    exploration: reader.texts('exploration').map((text) => text.trim()),
    questions: reader.texts('questions').map((text) => text.trim()),
  };
  reader.finish();
  return topic;
}

/** `done_when` is a mapping with `criteria` and `min_<kind>` counts, a list of criteria, or a single criterion. */
function readDoneWhen(reader: SettingsReader): Pick<AgendaTopic, 'criteria' | 'minimums'> {
  const value = reader.raw('done_when');
  if (!isMapping(value))
    return { criteria: reader.texts('done_when').map((text) => text.trim()), minimums: [] };
  const inner = reader.at(['done_when'], value);
  const minimums: AgendaTopic['minimums'] = [];
  for (const key of Object.keys(value)) {
    if (!/^min_\w/.test(key)) continue;
    const count = inner.whole(key, { min: 0 }) ?? 0;
    // A minimum of zero requires nothing.
    if (count > 0) minimums.push({ kind: key.slice('min_'.length), count });
  }
  const criteria = inner.texts('criteria').map((text) => text.trim());
  inner.finish();
  return { criteria, minimums };
}

function makeId(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
