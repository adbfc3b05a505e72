import { beforeAll, describe, expect, it } from 'vitest';
import { makeProject, type Project, runTogether } from '../support/run-binary.ts';

describe('wrong words get the nearest right one', () => {
  let project: Project;
  let id: string;
  beforeAll(async () => {
    project = await makeProject('flat');
    const run = await project.run([
      'brainstorm',
      'Names for the tool',
      '--dry-run',
      '--json',
      '--seed',
      '1',
      '--max-rounds',
      '3',
    ]);
    expect(run.code).toBe(0);
    id = run.json().session_id;
  });

  it('for commands, flags, agents, strategies, workflows and sessions', async () => {
    const wrongSession = id.replace('names', 'nmaes');
    const cases: { args: string[]; code: string; says: RegExp }[] = [
      { args: ['list'], code: 'UNKNOWN_COMMAND', says: /"s2s roundtable list"/ },
      { args: ['roundtable', 'strat', 'x'], code: 'UNKNOWN_COMMAND', says: /"s2s roundtable start"/ },
      { args: ['show'], code: 'UNKNOWN_COMMAND', says: /"s2s roundtable show"/ },
      { args: ['design', 'x', '--stratgy', 'debate'], code: 'UNKNOWN_FLAG', says: /--strategy\?/ },
      { args: ['roundtable', 'list', '--jsno'], code: 'UNKNOWN_FLAG', says: /--json\?/ },
      { args: ['init', '--seed', '3'], code: 'UNKNOWN_FLAG', says: /belongs to s2s design/ },
      { args: ['agents', 'show', 'software-architct'], code: 'UNKNOWN_AGENT', says: /software-architect/ },
      { args: ['roundtable', 'show', wrongSession], code: 'UNKNOWN_SESSION', says: new RegExp(id) },
      { args: ['help', 'desing'], code: 'UNKNOWN_COMMAND', says: /"s2s design"/ },
      { args: ['help', 'roundtable', 'strat'], code: 'UNKNOWN_COMMAND', says: /"s2s roundtable start"/ },
      {
        args: ['session', 'cleanup', '--older-than', '1d', '--status', 'clsoed'],
        code: 'INVALID_VALUE',
        says: /--status closed/,
      },
      {
        args: ['session', 'cleanup', '--older-than', '1d', '--status', 'nothing'],
        code: 'INVALID_VALUE',
        // Not one of those that are never cleaned up.
        says: /--status completed/,
      },
      { args: ['completion', 'bsh'], code: 'INVALID_VALUE', says: /bash/ },
    ];
    const runs = await runTogether(cases, ({ args }) => project.run([...args, '--json']));
    for (const [index, run] of runs.entries()) {
      const { args, code, says } = cases[index] as (typeof cases)[number];
      const { error } = run.json();
      expect({ args, code: error.code, exit: run.code }).toEqual({ args, code, exit: 2 });
      expect(error.hint).toMatch(says);
      expect(run.stderr).toContain(error.hint.split(' ').at(-1));
    }
  });

  it('takes the unique beginning of a session id, last, and nothing for the newest', async () => {
    const shows = await runTogether([[id.slice(0, 8)], ['last'], []], (named) =>
      project.run(['roundtable', 'show', ...named, '--json']),
    );
    for (const run of shows) expect([run.code, run.json().id]).toEqual([0, id]);
  });

  it('shows help where only a noun was typed, and says so with exit 2', async () => {
    const noun = await project.run(['roundtable']);
    expect(noun.code).toBe(2);
    expect(noun.stdout).toMatch(/^Usage: s2s roundtable /);
  });

  it('shows help where nothing was typed: a first look is no mistake', async () => {
    const bare = await project.run([]);
    expect([bare.code, bare.stderr]).toEqual([0, '']);
    expect(bare.stdout).toMatch(/^Usage: s2s /);
    expect(bare.stdout).toContain('Examples:');
  });

  it('shows the same help for help and for --help', async () => {
    const [program, noun, start, asked, named] = await runTogether(
      [
        ['help'],
        ['help', 'agents'],
        ['help', 'roundtable', 'start'],
        ['roundtable', 'start', '--help'],
        ['help', 'design', '--json'],
      ],
      (args) => project.run(args),
    );
    expect([program?.code, noun?.code, start?.code, named?.code]).toEqual([0, 0, 0, 0]);
    expect(program?.stdout).toMatch(/^Usage: s2s \[options\] \[command\]/);
    expect(noun?.stdout).toMatch(/^Usage: s2s agents /);
    expect(start?.stdout).toBe(asked?.stdout);
    expect(named?.json().help).toMatch(/^Usage: s2s design /);
  });
});
