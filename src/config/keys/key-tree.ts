/** The known keys as a tree, along which a file is read. */
import { findNearest } from '../../session/errors.ts';
import { idPattern, workflowTypes } from '../../session/vocabulary.ts';
import type { KeySpec } from './key-line.ts';
import { keyTable } from './key-table.ts';

/** One level of the tree of keys, as people may write them: canonical keys and aliases. */
export interface KeyNode {
  fixed: Map<string, KeyNode>;
  /** The level under a segment such as `<seat>`. */
  named: { segment: string; node: KeyNode } | null;
  /** The key that a value at this place sets, or null when only a map is allowed here. */
  spec: KeySpec | null;
}

/** The result of `stepDown`. */
export type KeyStep =
  | { found: 'key'; node: KeyNode; name: string | null }
  | { found: 'bad-name'; segment: string }
  | { found: 'nothing' };

const root = growTree(keyTable);

/** The tree of all keys, aliases included. */
export function getKeyTree(): KeyNode {
  return root;
}

/** Goes one level down. In the result, `name` is the text of a `<…>` segment, null for a fixed key. */
export function stepDown(node: KeyNode, key: string): KeyStep {
  const fixed = node.fixed.get(key);
  if (fixed !== undefined) return { found: 'key', node: fixed, name: null };
  if (node.named === null) return { found: 'nothing' };
  const { segment } = node.named;
  if (segment === '<workflow>' && !(workflowTypes as readonly string[]).includes(key))
    return { found: 'nothing' };
  if (['<strategy>', '<provider>', '<seat>'].includes(segment)) {
    if (!idPattern.test(key)) return { found: 'bad-name', segment };
  }
  return { found: 'key', node: node.named.node, name: key };
}

/** The canonical path of a spec, its `<…>` segments filled with names. */
export function fillNames(spec: KeySpec, names: readonly string[]): string[] {
  const rest = [...names];
  return spec.key
    .split('.')
    .map((segment) => (segment.startsWith('<') ? (rest.shift() ?? segment) : segment));
}

/**
 * The known key that an unknown one most likely means: the shortest that has all of its words, else a similar key on the same level,
 * else one with a similar last word; null when there is none.
 */
export function suggestKey(node: KeyNode, key: string): string | null {
  // `default_participants` has the words of `roundtable.participants.default`.
  const words = key.split('_');
  const sameWords = keyTable
    .map((spec) => spec.key)
    .filter((known) => words.length > 1 && words.every((word) => known.split(/[._]/).includes(word)))
    .sort((one, other) => one.length - other.length)[0];
  if (sameWords !== undefined) return sameWords;
  const siblings = [...node.fixed.keys(), ...(node.named?.segment === '<workflow>' ? workflowTypes : [])];
  const near = findNearest(key, siblings);
  if (near !== null) return near;
  const byLastWord = new Map<string, string>();
  for (const spec of keyTable) {
    const last = spec.key.slice(spec.key.lastIndexOf('.') + 1);
    if (!last.startsWith('<') && !byLastWord.has(last)) byLastWord.set(last, spec.key);
  }
  const word = findNearest(key, byLastWord.keys());
  return word === null ? null : (byLastWord.get(word) ?? null);
}

function growTree(specs: readonly KeySpec[]): KeyNode {
  const tree = createNode();
  for (const spec of specs) {
    for (const key of [spec.key, ...spec.aliases]) {
      let node = tree;
      for (const segment of key.split('.')) node = growBranch(node, segment);
      node.spec ??= spec;
    }
  }
  return tree;
}

function growBranch(node: KeyNode, segment: string): KeyNode {
  if (segment.startsWith('<')) {
    node.named ??= { segment, node: createNode() };
    return node.named.node;
  }
  const next = node.fixed.get(segment) ?? createNode();
  node.fixed.set(segment, next);
  return next;
}

function createNode(): KeyNode {
  return { fixed: new Map(), named: null, spec: null };
}
