/** Reads a strategy from its file: from the front matter, or from the first fenced YAML block with `defaults:`. */

import { findNearest } from '../session/errors.ts';
import { isMapping } from '../session/is-mapping.ts';
import type { Strategy } from '../session/library.ts';
import { participations } from '../session/vocabulary.ts';
import { readOpening } from '../text/markdown/markdown-opening.ts';
import { type MarkdownTree, parseMarkdown } from '../text/markdown/markdown-tree.ts';
import { parseYamlBlock, type YamlSource } from '../text/parse-yaml.ts';
import { completeRule, readConsensusRule, readMechanism } from './consensus-rule.ts';
import { parseFrontMatter } from './parse-front-matter.ts';
import {
  type LibraryProblem,
  type Reading,
  refuseFile,
  selectErrors,
  unclosedFrontMatter,
} from './problems.ts';
import { readPhases } from './read-phases.ts';
import type { LibraryEntry } from './resource-lookup.ts';
import { nameRole, shortenLine } from './roles.ts';
import { findSettingsBlock, removeSettingsBlock } from './settings-block.ts';
import { SettingsReader } from './settings-reader.ts';

const settingKeys = ['defaults', 'participation', 'phases', 'consensus', 'validation'] as const;
const ownKeys = ['name', 'title', 'description', 'keywords', 'sides', ...settingKeys] as const;
const repair = { text: ['name', 'title', 'description'], known: ownKeys };

interface StrategySources {
  meta: SettingsReader | null;
  settings: SettingsReader | null;
  guidance: string;
  problems: LibraryProblem[];
}

/** Reads a strategy; returns all problems of the file and throws none of them. */
export function readStrategy(entry: LibraryEntry, text: string): Reading<Strategy> {
  const { file } = entry;
  const tree = parseMarkdown(text, file);
  if (tree.unclosedAt !== null) return refuseFile(file, tree.unclosedAt, unclosedFrontMatter);
  const body = text
    .split('\n')
    .slice(tree.bodyLine - 1)
    .join('\n');
  const sources = findSources(tree, { file, body });
  const { problems } = sources;
  if (selectErrors(problems).length > 0) return { item: null, problems };
  if (sources.meta === null && sources.settings === null) {
    const message = 'there are no settings: neither a front matter nor a fenced yaml block with "defaults:"';
    return { item: null, problems: [...problems, ...refuseFile(file, 1, message).problems] };
  }
  const strategy = readFields(sources, { entry, body });
  return { item: selectErrors(problems).length > 0 ? null : strategy, problems };
}

/** Finds the readers for the strategy's metadata and for its settings; they may be the same. */
function findSources(tree: MarkdownTree, { file, body }: { file: string; body: string }): StrategySources {
  const problems: LibraryProblem[] = [];
  const read = (source: YamlSource): SettingsReader => {
    problems.push(...source.problems);
    return new SettingsReader(source, source.value, { path: [], problems });
  };
  const front = tree.frontMatter;
  const meta = front === null ? null : read(parseFrontMatter(front, file, { repair }));
  if (meta !== null && settingKeys.some((key) => meta.has(key))) {
    return { meta, settings: meta, guidance: body.trim(), problems };
  }
  const block = findSettingsBlock(tree, ['defaults']);
  if (block === null) return { meta, settings: meta, guidance: body.trim(), problems };
  return {
    meta,
    settings: read(parseYamlBlock(block, file)),
    guidance: removeSettingsBlock(tree, block),
    problems,
  };
}

function readFields(sources: StrategySources, given: { entry: LibraryEntry; body: string }): Strategy {
  const { id, file, origin } = given.entry;
  const readers = [...new Set([sources.meta, sources.settings])].filter((reader) => reader !== null);
  const top = sources.settings;
  const defaults = top?.child('defaults') ?? null;
  // Settings inside `defaults:` take precedence over those beside it.
  const places = [defaults, ...(top === null ? [] : [top])].filter((reader) => reader !== null);
  const holder = (key: string): SettingsReader | null => places.find((reader) => reader.has(key)) ?? null;

  const participation = readParticipation(holder('participation'));
  const phasesHolder = holder('phases');
  const consensus = readConsensus(holder('consensus'));
  const votes = consensus.rule.mechanism !== 'none';
  const { phases, assigned } = readPhases(phasesHolder, { votes });
  const needsSides = readValidation(
    holder('validation'),
    phases.map((phase) => phase.name),
  );
  const all = [...new Set([...readers, ...places])];
  const flags = all.map((reader) => reader.flag('sides'));
  const sides = flags.find((flag) => flag !== null) ?? (needsSides || assigned);
  const keywords = all.flatMap((reader) => reader.list('keywords'));
  const opening = readOpening(given.body);
  const names = readers.map((reader) => reader.text('name') ?? reader.text('title'));
  const descriptions = readers.map((reader) => reader.text('description'));

  for (const reader of all) {
    reader.ignore(ownKeys);
    reader.finish();
  }
  return {
    id,
    name: shortenLine(names.find(isFilled) ?? opening.title ?? nameRole(id), 60),
    description: descriptions.find(isFilled) ?? opening.paragraph ?? '',
    participation,
    phases,
    consensus: consensus.rule,
    max_attempts_per_conflict: consensus.maxAttempts,
    sides,
    keywords: [...new Set(keywords)],
    guidance: sources.guidance,
    file,
    origin,
  };
}

function isFilled(text: string | null): text is string {
  return text !== null && text !== '';
}

function readParticipation(reader: SettingsReader | null): Strategy['participation'] {
  const written = reader?.text('participation') ?? null;
  if (reader === null || written === null) return 'parallel';
  const participation = participations.find((one) => one === written);
  if (participation !== undefined) return participation;
  const nearest = findNearest(written, participations);
  const advice =
    nearest === null ? `write one of ${participations.join(', ')}` : `did you mean "${nearest}"?`;
  reader.note('error', ['participation'], { message: `there is no participation "${written}"; ${advice}` });
  return 'parallel';
}

/** `consensus: consent` is short for `consensus: {mechanism: consent}`. */
function readConsensus(reader: SettingsReader | null): ReturnType<typeof readConsensusRule> {
  const value = reader?.raw('consensus') ?? null;
  if (reader === null || isMapping(value)) return readConsensusRule(reader?.child('consensus') ?? null);
  const mechanism = value === null ? 'majority' : readMechanism(reader.text('consensus') ?? '');
  if (mechanism === null) reader.note('error', ['consensus'], { message: 'this consensus rule is unknown' });
  return { rule: completeRule(mechanism ?? 'majority', { threshold: null }), maxAttempts: null };
}

/** Reads `validation:`; true if it requires two sides. */
function readValidation(holder: SettingsReader | null, phaseNames: readonly string[]): boolean {
  const reader = holder?.child('validation') ?? null;
  if (reader === null) return false;
  const order = reader.list('phase_order');
  if (order.length > 0 && order.join('\n') !== phaseNames.join('\n')) {
    const message =
      'phase_order differs from the list of phases; they run in the order in which they are listed';
    reader.note('warning', ['phase_order'], { message });
  }
  const sides = reader.flag('requires_two_sides') === true;
  reader.finish();
  return sides;
}
