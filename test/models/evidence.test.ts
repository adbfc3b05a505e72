/** A whole panel over HTTP that looks into a project: what reaches the server, and what never does. */
import { link, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { git } from '../support/make-repository.ts';
import { openPanel, type PanelProject, seats } from './panel-project.ts';
import { playPanel } from './scripted-panel.ts';

// Put together here, so that no scanner takes the test for a leak.
const secrets = {
  ignored: `ghp_${'iG1nO2rE3dK4eY5aB6cD7eF8gH9iJ0kL1mN2'}`,
  tracked: `ghp_${'tR1aC2kE3dK4eY5aB6cD7eF8gH9iJ0kL1mN2'}`,
  linked: `ghp_${'lI1nK2eD3xK4eY5aB6cD7eF8gH9iJ0kL1mN2'}`,
  renamed: `ghp_${'rE1nA2mE3dK4eY5aB6cD7eF8gH9iJ0kL1mN2'}`,
  outside: `ghp_${'oU1tS2iD3eK4eY5aB6cD7eF8gH9iJ0kL1mN2'}`,
};

const lookUps = [
  ...['.env', 'ignored.txt', 'soft.txt', 'hard.txt', 'notes.txt', '../private.txt', 'deploy/run.ts'].map(
    (file) => `read ${file}:1-50`,
  ),
  'search ghp_',
  'search token',
  'list .',
  'log .',
  'log notes.txt',
  'read src/worker.ts:1-20',
];

async function makeQueue(): Promise<{ project: PanelProject; sent: () => string; steps: () => string[] }> {
  const steps: string[] = [];
  const { server, project } = await openPanel(
    playPanel((call) => {
      if (!call.mayLook || call.step !== 'answer') return null;
      steps.push(`look ${call.seat}`);
      return { text: JSON.stringify({ look_ups: lookUps, reply: null }) };
    }),
    { roundtable: { evidence: { look_ups: 20, bytes: 60_000 } } },
  );
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(path.dirname(path.join(project.root, file)), { recursive: true });
    await writeFile(path.join(project.root, file), text);
  };
  git(project.root, 'init', '-q');
  await write('.gitignore', 'ignored.txt\n');
  await write('ignored.txt', `token: ${secrets.ignored}\n`);
  await write('.env', `TOKEN=${secrets.tracked}\n`);
  await write('deploy/run.ts', `// Deploys.\nconst token = '${secrets.tracked}';\n`);
  await write('notes.txt', `token: ${secrets.renamed}\n`);
  await write('src/worker.ts', '/** Takes jobs. */\nexport const attempts = 5; // then it gives up\n');
  await writeFile(path.join(project.home, 'private.txt'), `token: ${secrets.outside}\n`);
  await symlink(path.join(project.home, 'private.txt'), path.join(project.root, 'soft.txt'));
  await write('.linked', `token: ${secrets.linked}\n`);
  await link(path.join(project.root, '.linked'), path.join(project.root, 'hard.txt'));
  git(project.root, 'add', '-A', '-f', '.env', '.');
  git(project.root, 'commit', '-qm', `Deploys with ${secrets.renamed}`);
  const sent = () => server.requests.map(({ system, user }) => `${system}\n${user}`).join('\n');
  return { project, sent, steps: () => steps };
}

it('no secret reaches the server, whatever is looked up, and what may be seen does', async () => {
  const { project, sent, steps } = await makeQueue();
  const run = await project.begin(['--json', '--evidence', 'read']);
  expect(run.code, run.stderr).toBe(0);
  expect(sent()).toContain('export const attempts = 5; // then it gives up');
  for (const [name, secret] of Object.entries(secrets)) expect(sent().includes(secret), name).toBe(false);
  for (const [file, text] of await project.texts())
    if (file.startsWith('.s2s/'))
      for (const secret of Object.values(secrets)) expect(text.includes(secret), file).toBe(false);
  // Two turns in the first round, and one in the second.
  for (const seat of seats) expect(steps().filter((step) => step === `look ${seat}`)).toHaveLength(3);
  const show = await project.run(['roundtable', 'show', 'last', '--round', '1']);
  expect(show.stdout).toContain('Looked up: read src/worker.ts:1-20');
  expect(show.stdout).toContain('Looked up: read .env:1-50 (nothing there)');
});

it('is the default with a model, off with a flag, and told by an estimate', async () => {
  const { project, steps } = await makeQueue();
  const env = { S2S_EVIDENCE: undefined };
  const countCalls = async (flags: string[]): Promise<number> =>
    (await project.begin(['--estimate', '--json', ...flags], { env })).json().estimate.minimum.usage.calls;
  expect(await countCalls([])).toBeGreaterThan(await countCalls(['--evidence', 'off']));
  const run = await project.begin(['--verbose'], { env });
  expect(run.code, run.stderr).toBe(0);
  expect(run.stdout + run.stderr).toContain('read src/worker.ts:1-20');
  const looks = steps().filter((step) => step.startsWith('look')).length;
  expect(looks).toBe(seats.length * 3);
  await project.begin(['--evidence', 'off'], { env });
  expect(steps().filter((step) => step.startsWith('look'))).toHaveLength(looks);
});

it('a program that reads files gets a copy to read with --evidence agent, and the others look things up', async () => {
  const say = (mark: string): string =>
    `const text=require('fs').readFileSync(0,'utf8');const files=require('fs').readdirSync('.').sort().join(' ');console.log(JSON.stringify({position:${JSON.stringify(mark)}+files,proposal:text.includes('"look_ups"')?'May look.':'Has what it needs.',exceptions:[],amendments:[]}))`;
  const { project } = await openPanel(playPanel(), {
    roundtable: { models: { default: 'rehearsal', participants: { alpha: 'eyes', bravo: 'blind' } } },
    providers: {
      eyes: {
        type: 'command',
        command: [process.execPath, '-e', say('Without a copy: ')],
        reading_command: [process.execPath, '-e', say('With a copy: ')],
      },
      blind: { type: 'command', command: [process.execPath, '-e', say('In an empty folder: ')] },
    },
  });
  await writeFile(path.join(project.root, '.env'), 'TOKEN=1\n');
  const env = { TMPDIR: project.home };
  const run = await project.begin(['--json', '--evidence', 'agent'], { env });
  expect(run.code, run.stderr).toBe(0);
  const session = await project.session();
  const [first] = session.rounds;
  const positionOf = (seat: string) => first?.answers.find((answer) => answer.seat === seat)?.position;
  expect(positionOf('alpha')).toBe('With a copy: .s2s README.md package.json');
  expect(positionOf('bravo')).toBe('In an empty folder:');
  const proposalOf = (seat: string) => first?.answers.find((answer) => answer.seat === seat)?.proposal;
  expect([proposalOf('alpha'), proposalOf('bravo')]).toEqual(['Has what it needs.', 'May look.']);
  expect((await readdir(project.home)).filter((name) => name.startsWith('s2s-'))).toEqual([]);
  // Without the flag it is started as any program is.
  await project.begin(['--json', '--evidence', 'read'], { env });
  const { rounds } = await project.session();
  expect(rounds[0]?.answers.find(({ seat }) => seat === 'alpha')?.position).toBe('Without a copy:');
});
