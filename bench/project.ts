/** Makes a temporary project for the benchmark, and runs the program in it. */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
/** The launcher of the program. */
export const binary = path.join(cache, 'bin', 's2s.js');
/** The script that records how much memory and processor time a process used. */
export const preload = path.join(cache, 'bench', 'report-memory.cjs');

/** The folder of the user's configuration, inside the project. */
const userConfig = '.user';

/** The length of the project context, in characters. */
const contextCharacters = 3_400;

/** Five of the roles that ship; twenty are these and fifteen more. */
export const seatIds = [
  'software-architect',
  'technical-lead',
  'qa-lead',
  'devops-engineer',
  'product-manager',
  'security-champion',
  'data-engineer',
  'api-designer',
  'business-analyst',
  'cost-analyst',
  'devils-advocate',
  'frontend-engineer',
  'performance-engineer',
  'privacy-counsel',
  'site-reliability-engineer',
  'support-lead',
  'technical-writer',
  'ux-researcher',
  'accessibility-specialist',
  'night-watch',
];

/** The output of one run of the program, and what it used. */
export interface ProgramRun {
  stdout: string;
  /** Milliseconds from the start of the process to its end. */
  wall_ms: number;
  cpu_ms: number;
  max_rss_mb: number;
}

export interface Project {
  root: string;
  /** Runs the program. Throws with its output when its exit code is not 0. */
  run: (args: readonly string[], options?: { url?: string; node?: readonly string[] }) => Promise<ProgramRun>;
  remove: () => Promise<void>;
}

/** Makes the project. `verbose` keeps whole answers in the session file. */
export async function makeProject({ verbose = false } = {}): Promise<Project> {
  const root = await mkdtemp(path.join(tmpdir(), 's2s-bench-'));
  await mkdir(path.join(root, '.s2s', 'agents'), { recursive: true });
  await writeFile(path.join(root, '.s2s', 'config.yaml'), `roundtable:\n  verbose: ${verbose}\n`);
  // In the user's configuration, because a project's can only lower these limits.
  await mkdir(path.join(root, userConfig));
  await writeFile(
    path.join(root, userConfig, 'config.yaml'),
    `roundtable:\n  max_participants: ${seatIds.length}\n  limits:\n    max_rounds_per_phase: 1000\n`,
  );
  await writeFile(path.join(root, '.s2s', 'CONTEXT.md'), writeContext());
  await writeFile(
    path.join(root, '.s2s', 'agents', 'night-watch.md'),
    '---\nname: night-watch\ndescription: Watches the service at night\nrole: Night Watch\n---\nYou watch the service at night. You judge every item by what it does when nobody is there.\n',
  );
  return {
    root,
    run: (args, options = {}) => runNode([...(options.node ?? []), binary, ...args], root, options.url),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** The arguments for a discussion with this many seats and exactly this many rounds. */
export function writeStartFlags(options: { seats: number; rounds: number; combined?: boolean }): string[] {
  return [
    ...['roundtable', 'start', 'Which queue should carry the download jobs?', '--strategy', 'standard'],
    ...['--participants', seatIds.slice(0, options.seats).join(',')],
    ...[
      '--min-rounds',
      String(options.rounds),
      '--max-rounds',
      String(options.rounds),
      '--no-input',
      '--json',
    ],
    ...(options.combined === true ? ['--combined'] : []),
  ];
}

/** The environment of a run; `url` is the address of its models. */
export function describeEnvironment(cwd: string, url: string | undefined): Record<string, string> {
  return {
    // The figures are for the discussion alone.
    S2S_EVIDENCE: 'off',
    PATH: process.env['PATH'] ?? '',
    HOME: cwd,
    S2S_CONFIG_DIR: path.join(cwd, userConfig),
    ...(url === undefined ? {} : { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'bench' }),
  };
}

/** Runs node and measures it. */
export async function runNode(args: readonly string[], cwd: string, url?: string): Promise<ProgramRun> {
  const usageFile = path.join(cwd, '.usage.json');
  const begun = performance.now();
  const child = spawn(process.execPath, ['--require', preload, ...args], {
    cwd,
    env: { ...describeEnvironment(cwd, url), BENCH_USAGE_FILE: usageFile },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const wall = performance.now() - begun;
  const stdout = Buffer.concat(out).toString('utf8');
  if (code !== 0)
    throw new Error(
      `node ${args.join(' ')} ended with ${code}:\n${Buffer.concat(err).toString('utf8')}\n${stdout}`,
    );
  const usage = JSON.parse(await readFile(usageFile, 'utf8')) as { max_rss_mb: number; cpu_ms: number };
  return { stdout, wall_ms: wall, ...usage };
}

function writeContext(): string {
  const head =
    '# Media service\n\n## Overview\n\nMembers download media; each download is a job of up to an hour.\n\n## Constraints\n\n';
  const lines: string[] = [];
  for (let number = 1; head.length + lines.join('').length < contextCharacters - 90; number += 1) {
    lines.push(`- Rule ${number}: what members were promised about their downloads is kept\n`);
  }
  return `${head}${lines.join('')}`;
}
