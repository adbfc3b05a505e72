/** A temporary project with seats of its own, whose roles a server can tell apart. */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'yaml';
import type { Loopback, LoopbackOptions } from '../support/loopback-server.ts';
import { makeProject, type Project, type Run, type RunOptions } from '../support/run-binary.ts';
import { serveModel } from '../support/serve-model.ts';
import { playPanel } from './scripted-panel.ts';

export const seats = ['alpha', 'bravo', 'charlie'] as const;

/** Agents that have a seat only where a test says so. */
export const moreSeats = ['delta', 'echo'] as const;

/** What a run is started with: unattended, two rounds. */
export const startFlags = ['--no-input', '--min-rounds', '2', '--max-rounds', '4'] as const;

export interface PanelProject extends Project {
  /** Runs `s2s roundtable start` with the topic, the usual flags and these. */
  begin: (flags?: readonly string[], options?: RunOptions) => Promise<Run>;
  /** `roundtable resume` of the last session, unattended, with these flags besides. */
  resume: (flags?: readonly string[], options?: RunOptions) => Promise<Run>;
  /** Everything in the project's folder as text, by file. */
  texts: () => Promise<Map<string, string>>;
  /** The document that the last run wrote. */
  document: () => Promise<string>;
}

/** Settings in config.yaml beside those of the panel. */
export interface PanelConfig {
  roundtable?: Record<string, unknown>;
  providers?: Record<string, unknown>;
  prices?: Record<string, unknown>;
}

/** Makes the project. */
export async function makePanelProject(config: PanelConfig = {}): Promise<PanelProject> {
  const project = await makeProject('bare');
  await writeConfig(project, config);
  await mkdir(path.join(project.root, '.s2s', 'agents'));
  for (const id of [...seats, ...moreSeats, 'lead', 'writer']) {
    const text = `---\nname: ${id}\nrole: The ${id} role\ndescription: A seat.\n---\n\nROLE-OF-${id} You judge queues.\n`;
    await writeFile(path.join(project.root, '.s2s', 'agents', `${id}.md`), text);
  }
  await project.run(['trust']);
  return {
    ...project,
    begin: (flags = [], options = {}) =>
      project.run(
        ['roundtable', 'start', 'Which queue carries the download jobs?', ...startFlags, ...flags],
        options,
      ),
    resume: (flags = [], options = {}) =>
      project.run(['roundtable', 'resume', '--no-input', '--json', ...flags], options),
    texts: async () =>
      new Map(
        await Promise.all(
          (await project.files()).map(async (file) => [file, await project.read(file)] as const),
        ),
      ),
    document: async () => {
      const { outcome } = await project.session();
      return project.read(outcome?.files[0]?.path ?? 'no document was written');
    },
  };
}

/**
 * A panel behind a server for the time of one test. Every seat has the model `local/some` of that server, unless the settings name others;
 * the whole panel answers as `playPanel` does, unless `reply` says otherwise.
 */
export async function openPanel(
  reply: NonNullable<LoopbackOptions['reply']> = playPanel(),
  { roundtable, providers, ...rest }: PanelConfig = {},
): Promise<{ server: Loopback; project: PanelProject }> {
  const server = await serveModel({ reply });
  const project = await makePanelProject({
    ...rest,
    roundtable: { models: { default: 'local/some' }, ...roundtable },
    providers: { local: { type: 'openai', base_url: `${server.url}/v1` }, ...providers },
  });
  return { server, project };
}

/** Writes config.yaml anew, and says yes to it. */
export async function writeConfig(project: Project, config: PanelConfig): Promise<void> {
  await mkdir(path.join(project.root, '.s2s'), { recursive: true });
  const { roundtable = {}, ...rest } = config;
  await writeFile(
    path.join(project.root, '.s2s', 'config.yaml'),
    stringify({
      name: 'queues',
      roundtable: {
        strategy: { default: 'standard' },
        participants: { default: [...seats] },
        facilitator: { agent: 'lead' },
        synthesizer: { agent: 'writer' },
        ...roundtable,
      },
      ...rest,
    }),
  );
  await project.run(['trust']);
}

/** Puts a program on a PATH of its own; returns the folder. */
export async function installProgram(project: Project, name: string, source: string): Promise<string> {
  const folder = path.join(project.home, 'bin');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, name);
  await writeFile(file, `#!${process.execPath}\n${source}`);
  await chmod(file, 0o755);
  return folder;
}
