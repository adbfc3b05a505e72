/** A project beside a panel of models on this machine, removed when the test ends. */
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createPanel } from './loopback-panel.ts';
import { type Loopback, type LoopbackOptions, startLoopback } from './loopback-server.ts';
import { makeProject, type Project } from './run-binary.ts';
import { openTerminal, type Terminal } from './terminal.ts';

export const topic = 'Which queue should carry the download jobs?';

export interface Scene {
  project: Project;
  server: Loopback;
  /** Variables that lead the program to the server. */
  env: Record<string, string>;
  /** Starts the built program in a terminal that is closed when the test ends. */
  open: (args: readonly string[], options?: Parameters<typeof openTerminal>[2]) => Terminal;
  /** Adds lines below `roundtable:` at the end of the configuration. */
  configure: (lines: string) => Promise<void>;
  writeAgent: (id: string, frontMatter: string) => Promise<void>;
}

export interface SceneOptions {
  /** What the server answers in place of the panel. */
  reply?: LoopbackOptions['reply'];
  form?: 'nested' | 'flat';
  /** The key of the provider. */
  key?: string;
}

/** Says something else than the panel always says, where it gives a value. */
export type ChangePanel = NonNullable<Parameters<typeof createPanel>[0]>;

/** Sets a scene up; only inside a test. */
export async function openScene(change?: ChangePanel, options: SceneOptions = {}): Promise<Scene> {
  const { reply = createPanel(change), form = 'flat', key = 'sk-ant-test' } = options;
  const project = await makeProject(form);
  const server = await startLoopback({ reply, models: ['claude-sonnet-5-5'] });
  onTestFinished(server.close);
  const env = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: key };
  const config = path.join(project.root, '.s2s', 'config.yaml');
  return {
    project,
    server,
    env,
    open(args, terminalOptions = {}) {
      const terminal = openTerminal(project, args, {
        ...terminalOptions,
        env: { ...env, ...terminalOptions.env },
      });
      onTestFinished(terminal.close);
      return terminal;
    },
    configure: (lines) => appendFile(config, `${lines.replace(/^/gm, '  ')}\n`),
    async writeAgent(id, frontMatter) {
      const folder = path.join(project.root, '.s2s', 'agents');
      await mkdir(folder, { recursive: true });
      const text = `---\nname: ${id}\ndescription: Knows ${id}.\n${frontMatter}\n---\nYou judge everything as ${id}.\n`;
      await writeFile(path.join(folder, `${id}.md`), text);
    },
  };
}
