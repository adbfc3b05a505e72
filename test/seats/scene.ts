/** A project beside a loopback panel, for tests of who sits at the table that run the program itself. */
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createPanel } from '../support/loopback-panel.ts';
import { type Loopback, startLoopback } from '../support/loopback-server.ts';
import { makeProject, type Project } from '../support/run-binary.ts';

export const topic = 'Which queue should carry the download jobs?';

export interface Scene {
  project: Project;
  server: Loopback;
  env: Record<string, string>;
  /** Adds lines below `roundtable:` at the end of the configuration. */
  configure: (lines: string) => Promise<void>;
  writeAgent: (id: string, frontMatter: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Sets a scene up; the panel says what it always says but for `change`. */
export async function setScene(change?: Parameters<typeof createPanel>[0]): Promise<Scene> {
  const project = await makeProject('flat');
  const server = await startLoopback({ reply: createPanel(change), models: ['claude-sonnet-5-5'] });
  const config = path.join(project.root, '.s2s', 'config.yaml');
  return {
    project,
    server,
    env: { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'sk-ant-test' },
    configure: (lines) => appendFile(config, `${lines.replace(/^/gm, '  ')}\n`),
    async writeAgent(id, frontMatter) {
      const folder = path.join(project.root, '.s2s', 'agents');
      await mkdir(folder, { recursive: true });
      const text = `---\nname: ${id}\ndescription: Knows ${id}.\n${frontMatter}\n---\nYou judge everything as ${id}.\n`;
      await writeFile(path.join(folder, `${id}.md`), text);
    },
    async close() {
      await server.close();
      await project.remove();
    },
  };
}
