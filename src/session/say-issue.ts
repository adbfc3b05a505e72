/** Says what is wrong with a value, in words that follow the name of its field: `max_rounds: must be at least 1`. */
import type * as z from 'zod';

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** The words for an issue whose schema has none of its own; undefined leaves it to the library. */
export function sayIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined && issue.code !== 'custom') return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] === undefined ? undefined : `must be ${kinds[issue.expected]}`;
    case 'invalid_value':
      return `must be ${listChoices(issue.values)}`;
    case 'too_small':
      return sayBound(issue.inclusive === false ? 'above' : 'at least', issue.minimum, issue.origin);
    case 'too_big':
      return sayBound('at most', issue.maximum, issue.origin);
    case 'unrecognized_keys':
      return `unknown ${issue.keys.length === 1 ? 'field' : 'fields'} ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
    case 'invalid_union': {
      const { options } = issue as { options?: unknown };
      return Array.isArray(options) ? `must be ${listChoices(options)}` : undefined;
    }
    default:
      return undefined;
  }
}

function listChoices(values: readonly unknown[]): string {
  const written = values.map(String);
  return written.length < 2 ? written.join('') : `${written.slice(0, -1).join(', ')} or ${written.at(-1)}`;
}

function sayBound(bound: string, value: number | bigint, origin: string): string {
  if (origin === 'number' || origin === 'int') return `must be ${bound} ${value}`;
  if (bound === 'at least' && value === 1) return 'must not be empty';
  const unit = origin === 'string' ? 'character' : 'entry';
  const units = origin === 'string' ? 'characters' : 'entries';
  return `must have ${bound} ${value} ${Number(value) === 1 ? unit : units}`;
}
