/** One good file of each kind that a person can spoil, and what reads it. */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../../src/config/load-config.ts';
import { resolveConfig } from '../../src/config/resolve-config.ts';
import { renderDocument } from '../../src/documents/render-document.ts';
import { readTemplates } from '../../src/documents/write-documents.ts';
import { checkAgents, loadAgenda, loadAgent, loadStrategy } from '../../src/library/load-library.ts';
import { readProjectContext } from '../../src/project/project-context.ts';
import { createFileMaintenance } from '../../src/store/files/file-maintenance.ts';
import { createFileRepository } from '../../src/store/files/file-repository.ts';
import type { FolderParts } from '../../src/store/folder/session-paths.ts';
import { stringifySession } from '../../src/store/session/session-text.ts';
import { buildDesign } from '../support/text-session.ts';

const repository = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const session = buildDesign();

/** A kind of file: where it lies in the project, a good one, and everything that reads it. */
export interface Specimen {
  kind: string;
  file: string;
  good: string;
  /** Reads the file in every way there is; rejects as the program would. */
  read: (root: string) => Promise<unknown>;
}

const usage = {
  calls: 1,
  input_tokens: 5,
  output_tokens: 5,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  cost_usd: null,
};
const call = {
  kind: 'call',
  key: '1/answer/qa-lead/1',
  hash: 'f'.repeat(64),
  purpose: 'ask',
  seat: 'qa-lead',
  provider: 'panel',
  model: 'panel/qa-lead',
  request_id: 'req_1',
  started_at: '2026-03-02T09:00:00.000Z',
  duration_ms: 12,
  usage,
  stop_reason: 'end_turn',
};
const journal = [
  { ...call, ok: true, text: '{"position": "a table"}' },
  { ...call, key: '1/answer/dev/1', ok: false, error: { kind: 'timeout', message: 'late', remedy: '' } },
  { kind: 'input', key: '1/choice/person/1', at: '2026-03-02T09:00:00.000Z', value: { choice: 'continue' } },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

const config = `name: clip-api
description: fetches clips
roundtable:
  strategy: {default: standard, by_workflow_type: {design: debate}}
  participants: {default: [software-architect, qa-lead]}
  limits: {min_rounds: 2, max_rounds: 6, agent_timeout: 90}
  escalation: {max_rounds_per_conflict: 3, confidence_below: 0.4}
  models: {default: anthropic/claude-sonnet-5-5, participants: {qa-lead: ollama/llama3.1}}
providers:
  ollama: {type: openai, base_url: "http://localhost:11434/v1"}
  claude: {type: command, command: ["claude", "-p"], output: text}
prices:
  anthropic/claude-sonnet-5-5: {input: 2, output: 10}
docs: {decisions: docs/adr}
`;

const placesOf = (root: string) => ({ project: path.join(root, '.s2s'), shipped: repository });
const describeParts = (root: string): FolderParts => ({
  root,
  s2sDir: '.s2s',
  clock: { now: () => new Date(0) },
  host: {
    pid: 1,
    hostname: 'here',
    isAlive: () => true,
    readProcess: async () => ({ start: null, ended: false }),
    createToken: () => 'token',
  },
});
const openStore = (root: string) => createFileRepository(describeParts(root));

/** All kinds. */
export async function listSpecimens(): Promise<Specimen[]> {
  const shipped = (file: string): Promise<string> => readFile(path.join(repository, file), 'utf8');
  const references = 'skills/roundtable-strategies/references';
  return [
    {
      kind: 'configuration',
      file: '.s2s/config.yaml',
      good: config,
      read: async (root) => {
        const loaded = await loadConfig({ cwd: root, env: {}, home: null, trusts: true });
        return resolveConfig(loaded, { workflow: 'design' });
      },
    },
    {
      kind: 'session',
      file: `.s2s/sessions/${session.id}.yaml`,
      good: stringifySession(session),
      read: async (root) => {
        const store = openStore(root);
        await store.list();
        await createFileMaintenance(describeParts(root)).validate(session.id);
        return store.load(session.id);
      },
    },
    {
      kind: 'journal',
      file: `.s2s/sessions/${session.id}/calls.jsonl`,
      good: journal,
      read: async (root) => openStore(root).openJournal(session.id),
    },
    {
      kind: 'state',
      file: '.s2s/state.yaml',
      good: `current_session: ${session.id}\n`,
      read: async (root) => {
        const store = openStore(root);
        await store.readCurrent();
        return store.setCurrent(session.id);
      },
    },
    {
      kind: 'agent',
      file: '.s2s/agents/qa-lead.md',
      good: await shipped('agents/roundtable/qa-lead.md'),
      read: async (root) => {
        await checkAgents(placesOf(root));
        return loadAgent(placesOf(root), 'qa-lead');
      },
    },
    {
      kind: 'strategy',
      file: '.s2s/strategies/debate.md',
      good: await shipped(`${references}/debate.md`),
      read: async (root) => loadStrategy(placesOf(root), 'debate'),
    },
    {
      kind: 'agenda',
      file: '.s2s/agendas/design.md',
      good: await shipped('skills/roundtable-execution/references/agenda-design.md'),
      read: async (root) => loadAgenda(placesOf(root), 'design'),
    },
    {
      kind: 'context',
      file: '.s2s/CONTEXT.md',
      good: '# Project\n\n## Business domain\nClips.\n\n## Constraints\n- One machine\n',
      read: async (root) =>
        readProjectContext(path.join(root, '.s2s/CONTEXT.md'), 'clip-api', {
          root,
          onReceipt: () => undefined,
        }),
    },
    {
      kind: 'template',
      file: '.s2s/templates/adr.md',
      good: await shipped('templates/adr.md'),
      read: async (root) => {
        const templates = await readTemplates({
          shipped: path.join(repository, 'templates'),
          project: path.join(root, '.s2s/templates'),
          root,
        });
        return renderDocument({ session, type: 'adr', templates, recordHref: 'record.md' });
      },
    },
  ];
}

/** Writes a project that holds one good file of each kind. */
export async function writeSpecimens(root: string, specimens: readonly Specimen[]): Promise<void> {
  for (const { file, good } of specimens) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), good);
  }
}
