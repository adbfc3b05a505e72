/** A value, and the file where it was found, relative to the project. */
export interface Finding {
  value: string;
  file: string;
}

/** What the files of a project say about it. */
export interface FoundProject {
  name: Finding | null;
  description: Finding | null;
  /** Programming languages, in the order of the manifests. */
  languages: Finding[];
  /** Runtimes, frameworks, databases and tools. */
  stack: Finding[];
  license: Finding | null;
  /** The beginning of the README. */
  opening: Finding | null;
  /** What the project is for, what it cannot change, and what is in and out of its scope, as single points. */
  objectives: Finding[];
  constraints: Finding[];
  inScope: Finding[];
  outOfScope: Finding[];
  defaultBranch: Finding | null;
  /** The folder with decision records. */
  decisions: Finding | null;
  /** Files that could not be read, and why; detection goes on without them. */
  broken: { file: string; reason: string }[];
}

/** What one file says. */
export interface ManifestFacts {
  name?: string | undefined;
  description?: string | undefined;
  languages?: string[];
  stack?: string[];
  license?: string | undefined;
  opening?: string | undefined;
  objectives?: string[];
  constraints?: string[];
  inScope?: string[];
  outOfScope?: string[];
}

/** The parts that are lists of points. */
export const pointLists = ['objectives', 'constraints', 'inScope', 'outOfScope'] as const;

/** A text on one line, without control or format characters, cut at `limit` characters; undefined if nothing is left. */
export function cleanLine(value: unknown, limit = 300): string | undefined {
  if (typeof value !== 'string') return undefined;
  const line = value
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (line === '') return undefined;
  return line.length > limit ? `${line.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}

/** As many whole sentences as fit; a longer first sentence stays whole, up to three times the limit. */
export function cutAtSentence(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const ends = [...text.matchAll(/[.!?]["”’)]?(?=\s)|[。！？]/gu)].map(
    (match) => match.index + match[0].length,
  );
  const end = ends.findLast((each) => each <= limit) ?? ends[0];
  return end === undefined || end > limit * 3 ? (cleanLine(text, limit * 3) ?? '') : text.slice(0, end);
}

/** A part of the stack with its version; empty if the version is unknown. */
export function nameVersion(name: string, version: string | undefined): string[] {
  return version === undefined ? [] : [`${name} ${version}`];
}

/** All matches of a pattern's first group in a text. */
export function listMatches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, match = '']) => match);
}
