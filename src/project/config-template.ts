import { stringify } from 'yaml';
import type { KeySpec } from '../config/key-line.ts';
import { keyTable } from '../config/key-table.ts';
import { workflowDefaults } from '../config/workflow-defaults.ts';
import type { FoundProject } from './found-project.ts';

/** Names that replace `<…>` in the examples. */
const exampleNames: Readonly<Record<string, string>> = {
  '<strategy>': 'debate',
  '<provider>': 'my-server',
  '<seat>': 'qa-lead',
  '<model>': 'my-server/some-model',
  '<header>': 'x-team',
};

/** Settings written with their defaults, because people look for them first. */
const writtenOut = new Set([
  'docs.decisions',
  'docs.specifications',
  'docs.architecture',
  'roundtable.verbose',
  'roundtable.interactive',
  'roundtable.limits.min_rounds',
  'roundtable.limits.max_rounds',
  'roundtable.limits.max_rounds_per_phase',
  'roundtable.escalation.enabled',
  'roundtable.escalation.triggers.max_rounds_per_conflict',
  'roundtable.escalation.triggers.confidence_below',
  'roundtable.escalation.triggers.critical_keywords',
]);

/** One key to write: set, or commented out by a `#` directly before the key. */
interface TemplateKey {
  path: string[];
  value: unknown;
  isSet: boolean;
  description: string;
}

/**
 * Writes a nested `config.yaml` that explains every key of the key table. Unset keys are commented out with a `#` directly
 * before the key; to set one, remove the `#` there and from its parent keys.
 */
export function writeConfigTemplate(project: {
  name: string;
  description: string | null;
  found: FoundProject;
}): string {
  const set = chooseValues(project);
  const lines = [
    '# Settings of s2s for this project. Flags and environment variables override them; see: s2s config show --sources',
    '# A key that is commented out shows an example. To set it, remove the # before it and before its parent keys.',
  ];
  let previous: string[] = [];
  for (const key of groupKeys(keyTable.flatMap((spec) => listTemplateKeys(spec, set)))) {
    const parents = key.path.slice(0, -1);
    const shared = countShared(previous, parents);
    for (let depth = shared; depth < parents.length; depth += 1) {
      if (depth === 0) lines.push('');
      const name = parents[depth] ?? '';
      const isExample = !key.isSet && hasExampleName(parents.slice(0, depth + 1));
      lines.push(`${'  '.repeat(depth)}${isExample ? '#' : ''}${writeScalar(name)}:`);
    }
    if (parents.length === 0 && previous.length > 0) lines.push('');
    const indent = '  '.repeat(parents.length);
    for (const line of wrapWords(key.description, 100 - indent.length)) lines.push(`${indent}# ${line}`);
    lines.push(
      `${indent}${key.isSet ? '' : '#'}${writeScalar(key.path.at(-1) ?? '')}: ${writeScalar(key.value)}`,
    );
    previous = parents;
  }
  return `${lines.join('\n')}\n`;
}

function chooseValues(project: {
  name: string;
  description: string | null;
  found: FoundProject;
}): Map<string, unknown> {
  const set = new Map<string, unknown>([['name', project.name]]);
  if (project.description !== null) set.set('description', project.description);
  if (project.found.defaultBranch !== null) set.set('git.default_branch', project.found.defaultBranch.value);
  for (const spec of keyTable) if (writtenOut.has(spec.key)) set.set(spec.key, spec.default);
  if (project.found.decisions !== null) set.set('docs.decisions', project.found.decisions.value);
  for (const [workflow, { strategy, panel }] of Object.entries(workflowDefaults)) {
    if (strategy !== null) set.set(`roundtable.strategy.by_workflow_type.${workflow}`, strategy);
    if (panel !== null) set.set(`roundtable.participants.by_workflow_type.${workflow}`, panel);
  }
  return set;
}

function listTemplateKeys(spec: KeySpec, set: ReadonlyMap<string, unknown>): TemplateKey[] {
  const { example } = spec;
  const description = spec.words.startsWith('one of')
    ? `${spec.description} O${spec.words.slice(1)}.`
    : spec.description;
  const make = (key: string, value: unknown, isSet: boolean): TemplateKey => ({
    path: splitKey(key),
    value,
    isSet,
    description,
  });
  if (spec.key.includes('<workflow>')) {
    const keys = Object.keys(workflowDefaults).map((workflow) => spec.key.replace('<workflow>', workflow));
    const written = keys.filter((key) => set.has(key)).map((key) => make(key, set.get(key), true));
    if (written.length > 0)
      return written.map((key, index) => (index === 0 ? key : { ...key, description: '' }));
    return [make(spec.key.replace('<workflow>', 'design'), example, false)];
  }
  if (set.has(spec.key)) return [make(spec.key, set.get(spec.key), true)];
  // Keys that s2s does not read are left out.
  return !spec.isRead ? [] : [make(spec.key, example, false)];
}

/** Groups keys by parent, in the order of first appearance; plain keys come before keys with children. */
function groupKeys(keys: readonly TemplateKey[], depth = 0): TemplateKey[] {
  const plain = keys.filter((key) => key.path.length === depth + 1);
  const groups = new Map<string, TemplateKey[]>();
  for (const key of keys) {
    const name = key.path[depth];
    if (name === undefined || key.path.length === depth + 1) continue;
    groups.set(name, [...(groups.get(name) ?? []), key]);
  }
  return [...plain, ...[...groups.values()].flatMap((group) => groupKeys(group, depth + 1))];
}

function splitKey(key: string): string[] {
  return key.split('.').map((segment) => exampleNames[segment] ?? segment);
}

function hasExampleName(path: readonly string[]): boolean {
  return path.some((name) => Object.values(exampleNames).includes(name));
}

function countShared(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count += 1;
  return count;
}

/** A value as one line of YAML, quoted if necessary. */
function writeScalar(value: unknown): string {
  return stringify(value, {
    collectionStyle: 'flow',
    flowCollectionPadding: false,
    lineWidth: 0,
    blockQuote: false,
  }).trimEnd();
}

function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter((each) => each !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
