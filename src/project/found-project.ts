/** Something that was found, and the file it stands in, relative to the project. */
export interface Finding {
  value: string;
  file: string;
}

/** What the files of a project say about it. */
export interface FoundProject {
  name: Finding | null;
  description: Finding | null;
  /** Programming languages, those of the manifests in their order. */
  languages: Finding[];
  /** Runtimes, frameworks, databases and tools. */
  stack: Finding[];
  license: Finding | null;
  defaultBranch: Finding | null;
  /** The folder with decision records, if there is one. */
  decisions: Finding | null;
  /** Files that could not be read, and why; nothing stops because of them. */
  broken: { file: string; reason: string }[];
}

/** What one file says. */
export interface ManifestFacts {
  name?: string | undefined;
  description?: string | undefined;
  languages?: string[];
  stack?: string[];
  license?: string | undefined;
}

/** A text on one line, without control or format characters, cut at `limit` characters; undefined when nothing is left. */
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
