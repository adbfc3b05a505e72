/** Checks check: each names what is wrong where it stands, and ends with 1 where a pipeline should stop. */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject, type Project } from '../support/run-binary.ts';

async function project(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<Project> {
  const made = await makeProject('nested');
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(made.root, name)), { recursive: true });
    await writeFile(path.join(made.root, name), content);
  }
  return made;
}

const checkConfig = async (config: string, more: Record<string, string> = {}) => {
  const made = await project({ '.s2s/config.yaml': config, ...more });
  const run = await made.run(['config', 'check', '--json']);
  return {
    code: run.code,
    ...(run.json() as { problems: { message: string; line: number }[]; warnings: { message: string }[] }),
  };
};

it.each([
  [['naming.slug_max_length'], 0, /^12\n$/],
  [['naming'], 0, /^naming\.slug_max_length {2}12\n/],
  [['naming.slug_max_length', '--sources'], 0, /12 {2}\(project: \.s2s\/config\.yaml:1\)\n/],
  [['max_ronds'], 2, /Did you mean roundtable\.limits\.min_rounds or\s+roundtable\.limits\.max_rounds\?/],
])('config get %j', async (args, code, said) => {
  const made = await project({ '.s2s/config.yaml': 'naming: {slug_max_length: 12}\n' });
  const run = await made.run(['config', 'get', ...args]);
  expect([run.code, code === 0 ? run.stdout : run.stderr]).toEqual([code, expect.stringMatching(said)]);
});

describe('config check', () => {
  it.each([
    [
      'a seat',
      'roundtable: {participants: {default: [software-architect, qa-leed]}}',
      'no agent "qa-leed"; did you mean "qa-lead"',
    ],
    [
      'a seat by a part of its name',
      'roundtable: {participants: {default: [architect, qa-lead]}}',
      'no agent "architect"; did you mean "software-architect"',
    ],
    ['a seat of one workflow', 'roundtable: {participants: {specs: [poet, qa-lead]}}', 'no agent "poet"'],
    ['the facilitator', 'roundtable: {facilitator: moderator}', 'no agent "moderator"'],
    ['the synthesizer', 'roundtable: {synthesizer: {agent: writer}}', 'no agent "writer"'],
    [
      'the model of a seat',
      'roundtable: {models: {participants: {qa-leed: ollama/x}}}',
      'no agent "qa-leed"',
    ],
    ['a strategy', 'roundtable: {strategy: disny}', 'no strategy "disny"; did you mean "disney"'],
    ['the strategy of a workflow', 'strategy_by_workflow: {design: debatte}', 'no strategy "debatte"'],
    [
      'the rule of a strategy',
      'roundtable: {strategy: {consensus: {waltz: {threshold: 0.6}}}}',
      'no strategy "waltz"',
    ],
    [
      'a provider',
      'roundtable: {models: antropic/claude-opus-5-5}',
      'no provider "antropic"; did you mean "anthropic"',
    ],
    [
      'a provider without its model',
      'roundtable: {models: {facilitator: ollama}}',
      'names a provider but no model',
    ],
  ])('names %s that nothing has, with its line, and ends with 1', async (_, config, words) => {
    const { code, problems } = await checkConfig(config);
    expect(code).toBe(1);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ line: 1, message: expect.stringContaining(words) });
  });

  it("takes a project's own agents and strategies, the person, and what waits for a yes, for known", async () => {
    const { code, problems } = await checkConfig(
      'roundtable:\n  participants: [poet, human, roundtable-qa-lead]\n  strategy: waltz\n  models: {default: house/m, facilitator: rehearsal/panel}\n  answers: {plain_text: [all, poet]}\nproviders:\n  house: {type: openai, base_url: "http://127.0.0.1:9/v1"}\n',
      {
        '.s2s/agents/poet.md': '---\nname: poet\ndescription: d\n---\nRhyme.\n',
        '.s2s/strategies/waltz.md': 'x',
      },
    );
    expect([code, problems]).toEqual([0, []]);
  });

  it('reads the agendas, which no other check does', async () => {
    const { code, problems, warnings } = await checkConfig('name: x', {
      '.s2s/agendas/specs.md': '# x\n\n```yaml\ntopics:\n  - id: [\n```\n',
      '.s2s/agendas/desing.md': '# x\n\n```yaml\ntopics:\n  - {id: a, name: A}\n```\n',
    });
    expect(code).toBe(1);
    expect(problems).toMatchObject([{ file: '.s2s/agendas/specs.md', line: 5 }]);
    expect(warnings).toMatchObject([
      { file: '.s2s/agendas/desing.md', message: expect.stringContaining('"design"') },
    ]);
  });

  it('prints errors and warnings together', async () => {
    const made = await project({ '.s2s/config.yaml': 'nmae: x\nroundtable: {strategy: disny}\n' });
    const { code, stdout } = await made.run(['config', 'check']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/disny[\s\S]*warning: unknown key "nmae"/);
  });
});

describe('agents', () => {
  it('new refuses the id of a role that ships, unless it is meant', async () => {
    const made = await project();
    const refused = await made.run(['agents', 'new', 'qa-lead', '--json']);
    expect([refused.code, refused.json().error.code]).toEqual([2, 'INVALID_ID']);
    expect(refused.json().error.hint).toContain('s2s agents new qa-lead --force');
    expect(await made.files()).not.toContain('.s2s/agents/qa-lead.md');
    const forced = await made.run(['agents', 'new', 'qa-lead', '--force']);
    expect(forced.stdout).toContain('It replaces the shipped qa-lead.');
    expect((await made.run(['agents', 'new', 'poet'])).stdout).toBe('Written: .s2s/agents/poet.md\n');
  });
});

describe('session validate', () => {
  it('goes on after a file that cannot be read, and names it', async () => {
    const made = await project();
    await made.run(['design', 'Which queue?', '--dry-run', '--fast']);
    const session = await made.session();
    const folder = path.join(made.root, '.s2s/sessions');
    await mkdir(path.join(folder, '20990101-000000-a-folder.yaml'));
    await writeFile(path.join(folder, '20990101-000001-big.yaml'), 'x');
    await chmod(path.join(folder, '20990101-000001-big.yaml'), 0o000);
    const run = await made.run(['session', 'validate', '--json']);
    const { sessions } = run.json() as { sessions: { id: string; valid: boolean; problems: unknown[] }[] };
    expect(run.code).toBe(1);
    expect(sessions.find(({ id }) => id === '20990101-000000-a-folder')).toMatchObject({
      valid: false,
      problems: [{}],
    });
    expect(sessions.find(({ id }) => id === session.id)).toMatchObject({ valid: true });
    const repair = await made.run(['session', 'validate', '--repair']);
    expect(repair.code).toBe(1);
    expect(repair.stdout).toContain(`${session.id}.yaml: nothing to repair.`);
  });
});

describe('a topic', () => {
  it('in UTF-16 is refused from a file', async () => {
    const made = await project({ 'topic.txt': Buffer.from('Which queue?', 'utf16le') });
    const run = await made.run(['design', '@topic.txt', '--dry-run', '--json']);
    expect([run.code, run.json().error]).toMatchObject([
      5,
      { code: 'FILE_UNREADABLE', hint: expect.stringContaining('UTF-8') },
    ]);
    expect((await made.files()).filter((file) => file.includes('sessions'))).toEqual([]);
  });

  it('in UTF-16 is refused on standard input', async () => {
    const made = await project();
    const run = await made.run(['design', '-', '--dry-run', '--json'], { input: 'Which\0 queue?' });
    expect(run.json().error).toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining('Standard input'),
    });
  });

  it('that begins with @ or - gets its escape, and the escape works', async () => {
    const made = await project();
    const at = await made.run(['design', '@team: which queue?', '--dry-run', '--json']);
    expect(at.json().error.hint).toContain("s2s design ' @team: which queue?'");
    expect(
      (await made.run(['design', ' @team: which queue?', '--dry-run', '--fast', '--json'])).json().topic,
    ).toBe('@team: which queue?');
    const minus = await made.run(['design', '-5 degrees: which pump?', '--dry-run', '--json']);
    expect(minus.json().error.hint).toContain("s2s design -- '-5 degrees: which pump?'");
    expect(
      (await made.run(['design', '--dry-run', '--fast', '--json', '--', '-5 degrees: which pump?'])).json()
        .topic,
    ).toBe('-5 degrees: which pump?');
    const flag = await made.run(['design', 'x', '--dry-rum', '--json']);
    expect(flag.json().error.hint).not.toContain('behind --');
  });
});
