import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { failureDocumentSchema, resultDocumentSchema, resultSchema } from '../../src/app/result-schema.ts';
import { eventSchema, eventTypes, schemaOfEvent } from '../../src/session/event-schema.ts';
import {
  type JsonDocument,
  makeProject,
  type Project,
  type Run,
  runTogether,
} from '../support/run-binary.ts';

/** Fields of a document that its schema does not list. */
function findUnlisted(document: JsonDocument, schema: z.ZodObject): string[] {
  return Object.keys(document).filter((key) => !(key in schema.shape));
}

const panel = ['--dry-run', '--no-input', '--seed'];

describe('what programs read', () => {
  let project: Project;
  let runs: Record<string, Run>;
  const commands: Record<string, string[]> = {
    done: ['brainstorm', 'Names for the tool', ...panel, '1', '--json'],
    waiting: ['design', 'Which queue should carry the download jobs?', ...panel, '5', '--json'],
    negative: [
      'design',
      'Which queue?',
      ...panel,
      '2',
      '--json',
      '--on-escalation',
      'continue',
      '--max-rounds',
      '3',
      '--fail-on',
      'no-consensus',
    ],
    stream: [
      'specs',
      'Webhooks for finished jobs',
      ...panel,
      '1',
      '--ndjson',
      '--on-escalation',
      'accept',
      '--evidence',
      'read',
    ],
    streamWaiting: ['design', 'Which queue should carry the download jobs?', ...panel, '5', '--ndjson'],
    streamError: ['design', 'Which queue?', '--strategy', 'debat', '--ndjson'],
    error: ['roundtable', 'show', 'nothing', '--json'],
  };
  beforeAll(async () => {
    project = await makeProject('flat');
    const names = Object.keys(commands);
    const ended = await runTogether(names, (name) => project.run(commands[name] ?? []));
    runs = Object.fromEntries(names.map((name, index) => [name, ended[index] as Run]));
  });

  it.each([
    ['done', 0],
    ['waiting', 4],
    ['negative', 1],
  ])('the result of a run that is %s is what the schema says, and nothing more', (name, code) => {
    const run = runs[name] as Run;
    expect(run.code).toBe(code);
    const document = run.json();
    expect(resultSchema.safeParse(document).error).toBeUndefined();
    expect(findUnlisted(document, resultSchema)).toEqual([]);
    // Nothing but the document is on standard output, and progress went elsewhere.
    expect(run.stderr).not.toBe('');
  });

  it('an error is one document with code, message, hint and exit code', () => {
    const run = runs['error'] as Run;
    const document = run.json();
    expect(failureDocumentSchema.safeParse(document).error).toBeUndefined();
    expect(resultDocumentSchema.safeParse(document).success).toBe(true);
    expect(document.error.exit_code).toBe(run.code);
  });

  it.each(['stream', 'streamWaiting', 'streamError'])(
    '%s is numbered events that end with the result',
    (name) => {
      const lines = (runs[name] as Run).lines();
      expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
      for (const line of lines) {
        const schema = schemaOfEvent(line.type);
        expect({ line, error: schema.safeParse(line).error }).toEqual({ line, error: undefined });
        expect({ type: line.type, unlisted: findUnlisted(line, schema) }).toEqual({
          type: line.type,
          unlisted: [],
        });
      }
      expect(lines.every((line) => eventSchema.safeParse(line).success)).toBe(true);
      expect(lines.filter(({ type }) => type === 'result')).toHaveLength(1);
      expect(lines.at(-1)?.type).toBe('result');
      const { result } = lines.at(-1) ?? {};
      const schema = name === 'streamError' ? failureDocumentSchema : resultSchema;
      expect(schema.safeParse(result).error).toBeUndefined();
    },
  );

  it('sees most types of events in these runs', () => {
    const seen = new Set(
      ['stream', 'streamWaiting'].flatMap((name) => (runs[name] as Run).lines().map(({ type }) => type)),
    );
    const unseen = eventTypes.filter((type) => !seen.has(type));
    // What needs a person at the table, a failing model, or an intervention.
    expect(unseen.sort()).toEqual(
      expect.arrayContaining(['guidance', 'seat-failed', 'seat-revealed', 'waiting-for-turn']),
    );
    expect(unseen.length).toBeLessThanOrEqual(8);
  });
});
