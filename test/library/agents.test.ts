import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkAgents, listAgents, loadAgent } from '../../src/library/load-library.ts';
import { newAgentText } from '../../src/library/new-agent-text.ts';
import { S2sError } from '../../src/session/errors.ts';
import { agentText, fixturePlaces, makeLibrary } from '../support/library-folder.ts';

async function failure(promise: Promise<unknown>): Promise<S2sError> {
  const error = await promise.then(
    () => new Error('nothing was thrown'),
    (reason: unknown) => reason,
  );
  if (error instanceof S2sError) return error;
  throw error;
}

const file = 'project/.s2s/agents/tester.md';

describe('loadAgent', () => {
  it('reads a file of the public form under its short and its long name', async () => {
    const agent = await loadAgent(fixturePlaces, 'qa-lead');
    expect(agent).toMatchObject({
      id: 'qa-lead',
      role: 'QA Lead',
      description:
        'Looks at every proposal through the eyes of a tester. Asks how each promise can be checked.',
      model: null,
      model_hint: 'inherit',
      level: 2,
      specialties: [],
      token_budget: null,
      origin: 'project',
    });
    expect(agent.body).toMatch(/^# QA Lead[\s\S]*```$/);
    expect(await loadAgent(fixturePlaces, 'roundtable-qa-lead')).toEqual(agent);
  });

  it('reads a description without quotes that holds colons and example blocks', async () => {
    const agent = await loadAgent(fixturePlaces, 'database-administrator');
    expect(agent.description).toContain('touches stored data: schemas, migrations, backups.');
    expect(agent.description.match(/<example>/g)).toHaveLength(2);
    expect(agent).toMatchObject({
      model_hint: 'opus',
      specialties: ['database', 'schema migration', 'backups'],
      level: 3,
      token_budget: 1500,
      body: 'You keep the data safe.',
    });
  });

  it.each([
    ['description: Use when: a b', 'Use when: a b'],
    ['description: Use when: a\n  wrapped: line', 'Use when: a\nwrapped: line'],
    ['description: @home and `code`', '@home and `code`'],
    ['description: [Beta] tests things', '[Beta] tests things'],
    ['description: First: one.\\nThen two.', 'First: one.\nThen two.'],
    ['description: "Quoted: fine"', 'Quoted: fine'],
    ['description: >\n  Folded: fine\n  too', 'Folded: fine too'],
  ])('reads %j', async (line, description) => {
    const { places } = await makeLibrary({ [file]: `---\nname: tester\n${line}\nlevel: 1\n---\nYou test.` });
    expect(await loadAgent(places, 'tester')).toMatchObject({ description, level: 1 });
  });

  it('keeps the positions of problems after a repaired description', async () => {
    const { places } = await makeLibrary({
      [file]: '\n---\ndescription: one: two\n  three: four\nlevel: 9\n---\nYou test.',
    });
    const error = await failure(loadAgent(places, 'tester'));
    expect(error.code).toBe('AGENT_INVALID');
    expect(error.problems).toMatchObject([{ line: 5, column: 8, message: expect.stringContaining('level') }]);
  });

  it('reports every problem of a file at once, with lines and columns of the file', async () => {
    const { root, places } = await makeLibrary({
      [file]: agentText('level: 4', 'token_budget: "many"', 'specialties:', '  - ok', '  - [nested]'),
    });
    const error = await failure(loadAgent(places, 'tester'));
    expect(error.problems.map(({ line, column }) => [line, column])).toEqual([
      [4, 8],
      [5, 15],
      [8, 5],
    ]);
    expect(error.problems[0]?.file).toBe(path.join(root, file));
    expect(error.message).toContain('3 problems');
    expect(error.hint).toContain('s2s agents check');
  });

  it.each([
    ['no front matter', 'You test.', 1, /no front matter/],
    ['front matter that is never closed', '---\nname: tester\nYou test.', 1, /never closed/],
    ['an empty body', '---\nname: tester\ndescription: T.\n---\n\n', 5, /no text below/],
    ['a key twice', agentText('level: 1', 'level: 2'), 5, /twice/],
    ['tabs', agentText('specialties:', '\t- a'), 5, /tab/],
    ['a list instead of settings', '---\n- a\n---\nYou test.', 2, /key: value/],
    ['an unknown anchor', agentText('specialties: *nothing'), 4, /refers to nothing/],
    ['an unclosed quote', agentText('role: "open'), 4, /closing/],
  ])('refuses %s', async (_name, text, line, message) => {
    const { places } = await makeLibrary({ [file]: text });
    const error = await failure(loadAgent(places, 'tester'));
    expect(error.code).toBe('AGENT_INVALID');
    expect(error.problems[0]).toMatchObject({ line, message: expect.stringMatching(message) });
    expect(({} as Record<string, unknown>)['level']).toBeUndefined();
  });

  it('refuses an alias bomb, deep nesting and endless settings without hanging', async () => {
    const bomb = Array.from(
      { length: 12 },
      (_, n) => `a${n}: &a${n} [${n === 0 ? 'x' : `*a${n - 1},`.repeat(9)}]`,
    );
    const { places } = await makeLibrary({
      'project/.s2s/agents/bomb.md': agentText(...bomb),
      'project/.s2s/agents/deep.md': agentText(`specialties: ${'['.repeat(30_000)}`),
      'project/.s2s/agents/long.md': agentText(...Array.from({ length: 20_000 }, (_, n) => `k${n}: 1`)),
    });
    for (const id of ['bomb', 'deep', 'long']) {
      expect((await failure(loadAgent(places, id))).code).toBe('AGENT_INVALID');
    }
  });

  it('reads BOM, Windows line ends and blank lines in front', async () => {
    const text = `\uFEFF\n${agentText('role: Tester')}`.replaceAll('\n', '\r\n');
    const { places } = await makeLibrary({ [file]: text });
    expect(await loadAgent(places, 'tester')).toMatchObject({ role: 'Tester', body: 'You test.' });
  });

  it('refuses files that are no text, too large, or no files', async () => {
    const { places } = await makeLibrary({
      'project/.s2s/agents/latin.md': Buffer.from('---\nname: caf\xe9\n---\nx', 'latin1'),
      'project/.s2s/agents/wide.md': Buffer.from(`\uFEFF${agentText()}`, 'utf16le'),
      'project/.s2s/agents/zero.md': `${agentText()}\0`,
      'project/.s2s/agents/huge.md': agentText() + 'x'.repeat(1024 * 1024),
      'project/.s2s/agents/folder.md/inside.txt': '',
    });
    const codes: Record<string, unknown> = {};
    for (const id of ['latin', 'wide', 'zero', 'huge', 'folder']) {
      const error = await failure(loadAgent(places, id));
      codes[id] = [error.code, error.problems[0]?.line];
    }
    expect(codes).toEqual({
      latin: ['FILE_UNREADABLE', 2],
      wide: ['FILE_UNREADABLE', 1],
      zero: ['FILE_UNREADABLE', 7],
      huge: ['FILE_TOO_LARGE', undefined],
      folder: ['FILE_UNREADABLE', undefined],
    });
  });

  it('follows links inside the project and refuses those that lead out of it', async () => {
    const { root, places } = await makeLibrary({
      'outside/secret.md': agentText('role: Secret'),
      'project/roles/inside.md': agentText('role: Inside'),
      'shipped/agents/roundtable/secret.md': agentText('role: Shipped'),
      'project/.s2s/agents/keep.md': agentText(),
    });
    const agents = path.join(places.project, 'agents');
    await symlink(path.join(root, 'project/roles/inside.md'), path.join(agents, 'inside.md'));
    await symlink(path.join(root, 'outside/secret.md'), path.join(agents, 'secret.md'));
    await symlink(path.join(root, 'outside'), path.join(agents, 'roundtable'));
    await symlink(path.join(root, 'nowhere.md'), path.join(agents, 'dangling.md'));
    expect((await loadAgent(places, 'inside')).role).toBe('Inside');
    expect((await failure(loadAgent(places, 'secret'))).code).toBe('FILE_OUTSIDE_PROJECT');
    expect((await failure(loadAgent(places, 'dangling'))).code).toBe('FILE_MISSING');
    const { agents: listed, problems } = await listAgents(places);
    expect(listed.map(({ id }) => id)).toEqual(['inside', 'keep']);
    const broken = problems.filter(({ severity }) => severity === 'error');
    expect(broken.map((problem) => path.basename(problem.file))).toEqual(['dangling.md', 'secret.md']);
  });

  it('checks names before they become paths, and offers the nearest one', async () => {
    for (const id of ['../secret', 'a/b', 'QA Lead', '', '.', 'qa_lead', '-x']) {
      expect((await failure(loadAgent(fixturePlaces, id))).code).toBe('INVALID_ID');
    }
    const unknown = await failure(loadAgent(fixturePlaces, 'qa-laed'));
    expect(unknown).toMatchObject({ code: 'UNKNOWN_AGENT', exitCode: 2 });
    expect(unknown.hint).toBe('Did you mean "qa-lead"? See all of them: s2s agents list');
    expect((await failure(loadAgent(fixturePlaces, 'QA Lead'))).hint).toContain('"qa-lead"');
    expect((await failure(loadAgent(fixturePlaces, 'zzzzzzzzz'))).hint).not.toContain('mean');
  });

  it('finds the project before the package, and works without a project', async () => {
    const { places } = await makeLibrary({
      'project/.s2s/agents/both.md': agentText('role: First'),
      'project/.s2s/agents/roundtable/both.md': agentText('role: Second'),
      'project/.s2s/agents/roundtable/nested.md': agentText('role: Nested'),
      'shipped/agents/roundtable/both.md': agentText('role: Third'),
      'shipped/agents/roundtable/nested.md': agentText('role: Shipped nested'),
    });
    const roles = async (ids: string[], project: string | null): Promise<string[]> =>
      Promise.all(ids.map(async (id) => (await loadAgent({ ...places, project }, id)).role));
    expect(await roles(['both', 'nested'], places.project)).toEqual(['First', 'Nested']);
    expect(await roles(['both', 'nested'], null)).toEqual(['Third', 'Shipped nested']);
    const { agents } = await listAgents(places);
    expect(agents.map(({ id, role, origin }) => [id, role, origin])).toEqual([
      ['both', 'First', 'project'],
      ['nested', 'Nested', 'project'],
    ]);
  });

  it.each([
    ['tools: Read, Grep', {}],
    ['tools: *', {}],
    ['specialties: ["a", \'b, c\']', { specialties: ['a', 'b, c'] }],
    ['specialties: a, b , ,c', { specialties: ['a', 'b', 'c'] }],
    ['specialties: [2024, true]', { specialties: ['2024', 'true'] }],
    ['model: openrouter/meta/llama', { model: 'openrouter/meta/llama', model_hint: null }],
    ['model: haiku', { model: null, model_hint: 'haiku' }],
    ['stop_sequences: ["\\nUser:", "a, b"]', { stop_sequences: ['\nUser:', 'a, b'] }],
    ['stop_sequences: "END, now"', { stop_sequences: ['END, now'] }],
    ['role: "Two\\n  lines\\u202e\\u0007 here"', { role: 'Two lines here' }],
    [`role: ${'word '.repeat(30)}`, { role: expect.stringMatching(/^[^\n]{1,59}…$/) }],
  ])('reads %s', async (line, expected) => {
    const { places } = await makeLibrary({ [file]: agentText(line) });
    const agent = await loadAgent(places, 'tester');
    expect(agent).toMatchObject(expected);
    expect(Array.from(agent.role).length).toBeLessThanOrEqual(60);
  });
});

describe('checkAgents', () => {
  it('reports errors and warnings of all files at once', async () => {
    const { root, places } = await makeLibrary({
      'project/.s2s/agents/bad.md': '---\nname: bad\nlevel: [\n---\nx',
      'project/.s2s/agents/odd.md': agentText('specialities: [a]', 'zzz: 1'),
      'project/.s2s/agents/roundtable/odd.md': agentText(),
      'project/.s2s/agents/My Agent.md': agentText(),
      'project/.s2s/agents/human.md': agentText(),
      'project/.s2s/agents/README.md': '# Read me',
      'shipped/agents/roundtable/odd.md': agentText(),
    });
    const { files, problems } = await checkAgents(places);
    expect(files).toHaveLength(3);
    const told = problems.map(({ file: name, line, severity, message }) => ({
      at: `${path.relative(path.join(root, 'project/.s2s/agents'), name)}:${line ?? ''}`,
      severity,
      message,
    }));
    expect(told).toEqual([
      { at: 'My Agent.md:', severity: 'warning', message: expect.stringContaining('"My Agent"') },
      { at: 'bad.md:3', severity: 'error', message: expect.any(String) },
      { at: 'human.md:', severity: 'error', message: expect.stringContaining('person') },
      {
        at: 'odd.md:4',
        severity: 'warning',
        message: expect.stringContaining('did you mean "specialties"?'),
      },
    ]);
  });
});

describe('newAgentText', () => {
  it('gives a file that loads', async () => {
    const { places } = await makeLibrary({
      'project/.s2s/agents/ml-engineer.md': newAgentText('ml-engineer'),
    });
    expect(await checkAgents(places)).toMatchObject({ problems: [] });
    expect(await loadAgent(places, 'ml-engineer')).toMatchObject({ role: 'ML Engineer', level: 2 });
    expect(() => newAgentText('../x')).toThrow(S2sError);
  });
});
