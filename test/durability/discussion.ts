/** The discussion that the torture runs: how it is started, resumed, and compared with one that nobody disturbed. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { readYaml } from '../../src/text/parse-yaml.ts';
import { seats } from './panel-server.ts';
import type { Project } from './program.ts';

/** Arguments that start it. */
export const startArguments = [
  'roundtable',
  'start',
  'Which queue should carry the download jobs?',
  '--strategy',
  'standard',
  '--output-type',
  'adr',
  '--participants',
  seats.join(','),
  '--min-rounds',
  '2',
  '--max-rounds',
  '4',
  '--on-escalation',
  'accept',
  '--no-input',
  '--json',
];

/** Arguments that resume it. */
export function resumeArguments(id: string): string[] {
  return ['roundtable', 'resume', id, '--no-input', '--json'];
}

/** Fields that differ between two runs of the same discussion and say nothing about it. */
const passing = new Set([
  'created_at',
  'updated_at',
  'paused_at',
  'completed_at',
  'started_at',
  'ended_at',
  'answered_at',
  'decided_at',
  'duration_ms',
  'request_id',
  'fence',
  // Its hashes hold the times of the calls, and a call that was killed may have a line of its own.
  'journal_end',
]);

/** When a session began, and when its decision was made, in the names of files. */
const nameTime = /\b\d{8}-\d{6}(?=-)/g;

/**
 * A session without what may differ. Ids of conflicts, items and the like stay: only the session's own goes.
 */
export function strip(session: unknown): unknown {
  const { id, ...rest } = session as { id: string };
  const drop = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(id, '<id>').replace(nameTime, '<time>');
    if (Array.isArray(value)) return value.map(drop);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !passing.has(name))
        .map(([name, entry]) => [name, drop(entry)]),
    );
  };
  return drop(rest);
}

/** The end of a discussion: its session, and its documents with the id and dates taken out. */
export async function readEnd(
  project: Project,
): Promise<{ id: string; session: unknown; documents: Record<string, string> }> {
  const ids = await project.listIds();
  const [id] = ids;
  if (id === undefined || ids.length !== 1)
    throw new Error(`expected one session, found ${ids.join(', ') || 'none'}`);
  const file = path.join(project.sessions, `${id}.yaml`);
  const reading = readYaml(await readFile(file, 'utf8'), file);
  if (reading.problems.length > 0) throw new Error(JSON.stringify(reading.problems));
  const documents: Record<string, string> = {};
  const folder = path.join(project.root, 'docs');
  const names: string[] = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of names.sort((one, other) => (one < other ? -1 : 1))) {
    if (!name.endsWith('.md')) continue;
    const text = await readFile(path.join(folder, name), 'utf8');
    documents[name.replaceAll(id, '<id>').replace(nameTime, '<time>')] = text
      .replaceAll(id, '<id>')
      .replace(nameTime, '<time>')
      .replace(/sum [0-9a-f]{16}/g, 'sum <sum>')
      .replace(/\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{3})?)?(?:Z| UTC)?)?/g, '<time>');
  }
  return { id, session: strip(reading.value), documents };
}

/** What a run that was killed may have left and a finished one may not: temporary files and locks. */
export async function listLeftovers(project: Project): Promise<string[]> {
  return (await project.listFiles()).filter((name) => /\.tmp$|\.lock(?:\.|$)/.test(name));
}

/** Keys of the journaled successes, one for each line; a torn last line is none. */
export async function readJournaledKeys(project: Project): Promise<string[]> {
  const keys: string[] = [];
  for (const id of await project.listIds()) {
    const text = await readFile(path.join(project.sessions, id, 'calls.jsonl'), 'utf8').catch(() => '');
    for (const line of text.split('\n')) {
      try {
        const entry = JSON.parse(line) as { kind: string; key: string; ok: boolean };
        if (entry.kind === 'call' && entry.ok) keys.push(entry.key);
      } catch {
        // A torn line was never flushed whole.
      }
    }
  }
  return keys;
}
