/** A cloned repository that tries something, and everything by which one sees whether it came to it. */
import { cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { makeProject, type Project, type Run, type RunOptions } from '../support/run-binary.ts';

const fixture = path.join(
  path.dirname(fileURLToPath(import.meta.url)),
  '..',
  'fixtures',
  'hostile',
  'repository',
);

/** The keys of the person. None of them may ever leave, or be seen. */
export const keys = {
  ANTHROPIC_API_KEY: 'sk-ant-api03-nobody-may-see-this-one',
  OPENAI_API_KEY: 'sk-proj-nobody-may-see-this-either-1',
  GITHUB_TOKEN: 'ghp_nobodymayseethisoneatall0123456789',
};

/** The repository in a temporary folder, a server that must hear nothing, and a file that no program may write. */
export interface HostileProject extends Project {
  /** The address of the attacker's server. */
  evil: string;
  /** What it heard. */
  heard: string[];
  /** A command that leaves a mark, as a YAML list. */
  program: string;
  /** Whether the mark is there. */
  hasRun: () => Promise<boolean>;
  write: (file: string, text: string) => Promise<void>;
  /** Adds lines to the project's configuration. */
  configure: (lines: string) => Promise<void>;
  /** Writes the person's own configuration. */
  own: (text: string) => Promise<void>;
  /** Puts a program that leaves the mark on a PATH of its own, and gives that. */
  install: (name: string) => Promise<string>;
  /** Runs a command as the person, with their keys. */
  try: (args: readonly string[], options?: RunOptions) => Promise<Run>;
}

export async function openHostileProject(): Promise<HostileProject> {
  const project = await makeProject('bare');
  await cp(fixture, project.root, { recursive: true });
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response.writeHead(500).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const mark = path.join(project.home, 'mark');
  const script = `require('node:fs').writeFileSync(${JSON.stringify(mark)}, 'was here')`;
  const write = async (file: string, text: string): Promise<void> => {
    const full = path.resolve(project.root, file);
    await mkdir(path.dirname(full), { recursive: true });
    await writeFile(full, text);
  };
  return {
    ...project,
    evil: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    program: JSON.stringify([process.execPath, '-e', script]),
    hasRun: async () => (await stat(mark).catch(() => null)) !== null,
    write,
    configure: async (lines) => {
      const file = path.join(project.root, '.s2s', 'config.yaml');
      await write(file, `${await readFile(file, 'utf8')}${lines}\n`);
    },
    own: (text) => write(path.join(project.home, '.config', 's2s', 'config.yaml'), text),
    install: async (name) => {
      const folder = path.join(project.home, 'bin');
      const file = path.join(folder, name);
      await write(file, `#!${process.execPath}\n${script}\n`);
      await (await import('node:fs/promises')).chmod(file, 0o755);
      return folder;
    },
    try: (args, options = {}) => project.run(args, { ...options, env: { ...keys, ...options.env } }),
  };
}
