/** Reads settings field by field: reads what it can, and notes every problem with its position. */

import { findNearest } from '../session/errors.ts';
import { isMapping } from '../session/is-mapping.ts';
import type { YamlPath, YamlSource } from '../text/parse-yaml.ts';
import type { LibraryProblem } from './problems.ts';

/** Limits of a whole number. */
export interface WholeLimits {
  min: number;
  max?: number;
}

/**
 * One mapping of a settings block. Reading a key makes it known; `finish` reports the unknown keys.
 * Absent and `null` values read as null (lists: empty).
 */
export class SettingsReader {
  readonly path: YamlPath;
  readonly problems: LibraryProblem[];
  private readonly source: YamlSource;
  private readonly values: ReadonlyMap<string, unknown>;
  private readonly known = new Set<string>();

  constructor(source: YamlSource, value: unknown, place: { path: YamlPath; problems: LibraryProblem[] }) {
    this.source = source;
    this.path = place.path;
    this.problems = place.problems;
    this.values = new Map(isMapping(value) ? Object.entries(value) : []);
    if (value !== null && value !== undefined && !isMapping(value)) {
      this.note('error', [], { message: 'a list of settings (key: value) is expected here' });
    }
  }

  /** Whether the key is present, even with an empty value. */
  has(key: string): boolean {
    return this.values.has(key);
  }

  /** The value as parsed from YAML; null if absent. */
  raw(key: string): unknown {
    this.known.add(key);
    return this.values.get(key) ?? null;
  }

  /** A text; numbers and booleans are converted. */
  text(key: string): string | null {
    const value = this.raw(key);
    if (value === null) return null;
    const text = toText(value);
    if (text === null) this.note('error', [key], { message: `${key} must be text` });
    return text?.trim() ?? null;
  }

  /** A list of texts: a YAML list, or `a, b` in one string. */
  list(key: string): string[] {
    const value = this.raw(key);
    if (typeof value === 'string') return splitList(value);
    return this.texts(key).map((text) => text.trim());
  }

  /** A list of texts in which commas have no meaning; a single text is a list of one. */
  texts(key: string): string[] {
    const value = this.raw(key);
    if (value === null) return [];
    const items: unknown[] = Array.isArray(value) ? value : [value];
    const texts: string[] = [];
    for (const [index, item] of items.entries()) {
      const text = toText(item);
      if (text === null) {
        const place = Array.isArray(value) ? [key, index] : [key];
        this.note('error', place, { message: `${key} must be a list of texts` });
      } else if (text.trim() !== '') texts.push(text);
    }
    return texts;
  }

  /** A boolean; also accepts `yes` and `no`, which YAML 1.2 reads as text. */
  flag(key: string): boolean | null {
    const value = this.raw(key);
    if (value === null || typeof value === 'boolean') return value;
    const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
    if (['yes', 'true', 'on'].includes(word)) return true;
    if (['no', 'false', 'off'].includes(word)) return false;
    this.note('error', [key], { message: `${key} must be true or false` });
    return null;
  }

  /** A whole number within limits. */
  whole(key: string, limits: WholeLimits): number | null {
    const value = this.raw(key);
    if (value === null) return null;
    const { min, max = Number.MAX_SAFE_INTEGER } = limits;
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
    const range = limits.max === undefined ? `of at least ${min}` : `from ${min} to ${limits.max}`;
    this.note('error', [key], { message: `${key} must be a whole number ${range}` });
    return null;
  }

  /** A mapping below this one, or null. */
  child(key: string): SettingsReader | null {
    const value = this.raw(key);
    return value === null ? null : this.at([key], value);
  }

  /** A reader for a value at a path below this mapping. */
  at(path: YamlPath, value: unknown): SettingsReader {
    return new SettingsReader(this.source, value, { path: [...this.path, ...path], problems: this.problems });
  }

  /** Accepts keys that are found in existing files but have no meaning here. */
  ignore(keys: readonly string[]): void {
    for (const key of keys) this.known.add(key);
  }

  /** Notes a problem at a path below this mapping. */
  note(
    severity: LibraryProblem['severity'],
    path: YamlPath,
    details: { message: string; part?: 'key' | 'value' },
  ): void {
    const position = this.source.locate([...this.path, ...path], details.part ?? 'value');
    this.problems.push({ file: this.source.file, ...position, message: details.message, severity });
  }

  /** Warns about keys that were never read and are nearly known ones; others belong to other programs. */
  finish(): void {
    for (const key of this.values.keys()) {
      if (this.known.has(key)) continue;
      const nearest = findNearest(key, this.known);
      if (nearest === null) continue;
      const message = `unknown key "${key}" is ignored; did you mean "${nearest}"?`;
      this.note('warning', [key], { message, part: 'key' });
    }
  }
}

/** A text, a number or a boolean as text; null for anything else. */
export function toText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
