/**
 * Places of the project in a document: short references such as `[models.py:12]`, which read well as they are written, with the links
 * themselves at the end.
 */
import type { Fact } from '../session/records.ts';
import { linkPath } from './document-paths.ts';
import { codeSpan, inline } from './markdown/text.ts';

export interface PlaceLinks {
  /** A place as a reference, or as code where nothing can be linked; empty when the fact was not found there. */
  format: (fact: Fact) => string;
  /** Where the references lead that were given out so far, a line each. */
  list: () => string;
}

/** Web addresses that can stand behind a reference. */
const linkable = /^https:\/\/[^\s()<>[\]`\\{}|]+$/;

/** `file` is the document's path from the project's root; `taken` are the references of its other parts. */
export function createLinks(
  facts: readonly Fact[],
  { file, taken }: { file: string | undefined; taken: ReadonlyMap<string, string> },
): PlaceLinks {
  const paths = [...new Set(facts.filter(isPrinted).map(({ path }) => path))];
  const given = new Map<string, { label: string; target: string }>();
  const isFree = (label: string, target: string): boolean => {
    const key = foldLabel(label);
    return [given.get(key)?.target, taken.get(key)].every((other) => (other ?? target) === target);
  };
  return {
    format: (fact) => {
      if (!isPrinted(fact)) return '';
      const { path, line } = fact;
      const behind = line === null ? '' : `:${line}`;
      const target = findTarget(fact, file);
      if (target === null) return codeSpan(`${path}${behind}`.replace(/[\s`]+/g, ' '));
      const whole = inline(`${path}${behind}`);
      const label = [inline(`${shortenPath(path, paths)}${behind}`), whole].find((one) =>
        isFree(one, target),
      );
      // Without a file there is no end to collect links at.
      if (label === undefined || file === undefined) return `[${whole}](${target})`;
      given.set(foldLabel(label), { label, target });
      return `[${label}]`;
    },
    list: () => [...given.values()].map(({ label, target }) => `[${label}]: ${target}`).join('\n'),
  };
}

/** Whether a fact was found where it was said to be, so that its place can be printed. */
export function isPrinted({ path, found }: Fact): boolean {
  return found !== 'no' && inline(path).trim() !== '';
}

/** The references that a text defines, folded, with where they lead. */
export function readLinks(text: string): Map<string, string> {
  const found = [...text.matchAll(/^\[((?:[^\\[\]]|\\.)+)\]: (\S+)$/gm)].reverse();
  return new Map(found.map(([, label = '', target = '']) => [foldLabel(label), target]));
}

/** References that differ only in case are one to readers of markdown (CommonMark 0.31, "matches"). */
function foldLabel(label: string): string {
  return label.toLowerCase();
}

function findTarget({ path, line, url, found }: Fact, file: string | undefined): string | null {
  if (url !== undefined && linkable.test(url)) return url;
  if (file === undefined || found === null) return null;
  return `${linkPath(file, path)}${line === null ? '' : `#L${line}`}`;
}

/** The end of a path that no other of these paths has. */
function shortenPath(path: string, paths: readonly string[]): string {
  const parts = path.split('/');
  const others = paths.filter((one) => one !== path).map((one) => `/${one.toLowerCase()}`);
  for (let count = 1; count < parts.length; count += 1) {
    const end = parts.slice(-count).join('/');
    if (!others.some((one) => one.endsWith(`/${end.toLowerCase()}`))) return end;
  }
  return path;
}
