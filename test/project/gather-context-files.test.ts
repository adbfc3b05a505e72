import { execFileSync } from 'node:child_process';
import { link, mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GatheredContext, gatherContextFiles } from '../../src/project/gather-context-files.ts';
import { cutAtLine, shareBudget } from '../../src/project/share-budget.ts';
import { S2sError } from '../../src/session/errors.ts';
import { findSecretName } from '../../src/text/secrets/secret-files.ts';
import { makeFolder } from '../support/make-folder.ts';
import { makeRepository } from '../support/make-repository.ts';

async function gather(root: string, paths: string[], budgetCharacters = 10_000): Promise<GatheredContext> {
  return gatherContextFiles(paths, { root, budgetCharacters });
}

function notes(gathered: GatheredContext): Record<string, string> {
  return Object.fromEntries(gathered.receipts.map((receipt) => [receipt.path, receipt.note]));
}

const privateKey = '-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----\n';

describe('reading', () => {
  it('takes files word for word, in the order named, each once', async () => {
    const text = '# Title\r\n\r\n\tÀ la carte 🍲 --- </fence>\n';
    const root = await makeFolder({ 'b.md': text, 'a.md': 'first\n' });
    const gathered = await gather(root, ['b.md', 'a.md', './b.md', path.join(root, 'a.md')]);
    expect(gathered.files).toEqual([
      { path: 'b.md', text },
      { path: 'a.md', text: 'first\n' },
    ]);
    expect(gathered.receipts[0]).toEqual({
      path: 'b.md',
      sent_characters: text.length,
      of_characters: text.length,
      note: 'whole',
    });
  });

  it('takes a text without what is embedded in it', async () => {
    const root = await makeFolder({
      'a.md': `![](data:image/png;base64,${'iVBORw0K'.repeat(3_000)})\n\nText.\n`,
    });
    const { files } = await gather(root, ['a.md']);
    expect(files).toEqual([{ path: 'a.md', text: '![](data:image/png;base64,…)\n\nText.\n' }]);
  });

  it('starts at the folder the person is in, and names files from the root', async () => {
    const root = await makeFolder({ 'docs/a.md': 'x' });
    const gathered = await gatherContextFiles(['a.md'], {
      root,
      cwd: path.join(root, 'docs'),
      budgetCharacters: 10,
    });
    expect(gathered.files).toEqual([{ path: 'docs/a.md', text: 'x' }]);
  });

  it('looks into folders, but not into what tools keep there', async () => {
    const root = await makeFolder({
      'docs/z.md': 'z',
      'docs/deep/er/a.md': 'a',
      'docs/node_modules/x/readme.md': 'no',
      'docs/.git/HEAD': 'no',
      'docs/picture.png': new Uint8Array([137, 80, 0, 1]),
    });
    const gathered = await gather(root, ['docs']);
    expect(gathered.files.map((file) => file.path)).toEqual(['docs/z.md', 'docs/deep/er/a.md']);
    expect(notes(gathered)['docs/picture.png']).toBe('refused: not text (binary)');
  });

  it('understands patterns, and takes a file whose name looks like one for itself', async () => {
    const root = await makeFolder({
      'docs/a.md': 'a',
      'docs/b/c.md': 'c',
      'docs/d.txt': 'd',
      'docs/[e].md': 'e',
    });
    expect((await gather(root, ['docs/**/*.md'])).files.map((file) => file.path)).toEqual([
      'docs/[e].md',
      'docs/a.md',
      'docs/b/c.md',
    ]);
    expect((await gather(root, ['docs/[e].md'])).files).toEqual([{ path: 'docs/[e].md', text: 'e' }]);
  });

  it('says what is empty', async () => {
    const gathered = await gather(await makeFolder({ 'empty.md': '' }), ['empty.md']);
    expect(gathered.files).toEqual([]);
    expect(notes(gathered)).toEqual({ 'empty.md': 'empty' });
  });

  it.each([
    ['an empty folder', 'FILE_REFUSED', (folder: string) => mkdir(folder)],
    [
      'a folder of empty folders',
      'FILE_REFUSED',
      (folder: string) => mkdir(path.join(folder, 'more'), { recursive: true }),
    ],
    ['a pipe', 'FILE_UNREADABLE', async (file: string) => void execFileSync('mkfifo', [file])],
    ['a link to a device', 'FILE_UNREADABLE', (file: string) => symlink('/dev/zero', file)],
    [
      'a folder out of the project',
      'FILE_OUTSIDE_PROJECT',
      async (file: string) => symlink(await makeFolder({ 'a.md': 'a' }), file),
    ],
  ])('stops at %s: what is asked for and cannot be read is an error', async (_what, code, make) => {
    const root = await makeFolder({ 'a.md': 'a' });
    await make(path.join(root, 'x'));
    await expect(gather(root, ['a.md', 'x'])).rejects.toMatchObject({
      code,
      exitCode: 5,
      message: expect.stringContaining('x'),
      hint: expect.any(String),
    });
  });

  it.skipIf(process.platform !== 'linux')('stops at a file that the system makes up', async () => {
    await expect(gather(await makeFolder(), ['/proc/self/status'])).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining('/proc/self/status'),
    });
  });

  it.each(['missing.md', 'none/*.md', 'a.md/inner.md'])('stops where %s gives nothing', async (name) => {
    const root = await makeFolder({ 'a.md': 'a' });
    const error = await gather(root, ['a.md', name]).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(S2sError);
    expect(error).toMatchObject({
      code: 'FILE_MISSING',
      exitCode: 5,
      message: expect.stringContaining(name),
    });
  });

  it.each(['', '  '])('an empty name %j is no folder', async (name) => {
    const gathered = gather(await makeFolder({ 'a.md': 'a' }), ['a.md', name]);
    await expect(gathered).rejects.toMatchObject({ code: 'USAGE', exitCode: 2 });
  });

  it('refuses what is no text or too large', async () => {
    const root = await makeFolder({
      'latin.txt': new Uint8Array([0x63, 0x61, 0x66, 0xe9]),
      'huge.txt': 'x'.repeat(5 * 1024 * 1024 + 1),
    });
    const gathered = await gather(root, ['latin.txt', 'huge.txt']);
    expect(gathered.files).toEqual([]);
    expect(notes(gathered)).toEqual({
      'latin.txt': 'refused: not text in UTF-8',
      'huge.txt': 'refused: larger than 5 MiB',
    });
  });
});

describe('the budget', () => {
  it('cuts a line that is longer than half of it', () => {
    expect(cutAtLine(`# Title\n\n${'word '.repeat(100)}`, 100)).toHaveLength(100);
  });

  it('shortens at a line end and says by how much', async () => {
    const root = await makeFolder({ 'long.md': 'one line\n'.repeat(100), 'short.md': 'short\n' });
    const gathered = await gather(root, ['long.md', 'short.md'], 100);
    expect(gathered.files).toEqual([
      { path: 'long.md', text: 'one line\n'.repeat(10) },
      { path: 'short.md', text: 'short\n' },
    ]);
    expect(gathered.receipts[0]).toEqual({
      path: 'long.md',
      sent_characters: 90,
      of_characters: 900,
      note: 'shortened by 810 characters: the budget for all files is 100',
    });
  });

  it('is never passed, and is used up while somebody needs it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(500)), fc.nat(2000), (sizes, budget) => {
        const shares = shareBudget(sizes, budget);
        const sum = shares.reduce((total, share) => total + share, 0);
        const wanted = sizes.reduce((total, size) => total + size, 0);
        expect(shares.every((share, index) => share >= 0 && share <= (sizes[index] ?? 0))).toBe(true);
        expect(sum).toBeLessThanOrEqual(budget);
        expect(sum).toBeGreaterThan(Math.min(budget, wanted) - Math.max(1, sizes.length));
        // Nobody gets less than another who was cut.
        const cut = shares.filter((share, index) => share < (sizes[index] ?? 0));
        if (cut.length > 0) expect(Math.max(...shares) - Math.min(...cut)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('cuts a text to its own beginning, whole characters only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(60), (text, characters) => {
        const head = cutAtLine(text, characters);
        expect(text.startsWith(head)).toBe(true);
        expect(head.length).toBeLessThanOrEqual(characters);
        expect(head).not.toMatch(/[\uD800-\uDBFF]$/);
      }),
    );
  });
});

describe('secrets', () => {
  const names = [
    '.env',
    '.env.local',
    '.env.example',
    'prod.env',
    '.ENV',
    'server.pem',
    'tls.key',
    'id_rsa',
    'id_rsa.bak',
    'id_ed25519',
    '.npmrc',
    '.netrc',
    '_netrc',
    '.pypirc',
    '.git-credentials',
    'credentials',
    'credentials.json',
    'Credentials.yml',
    'my-credentials.json',
    'secrets.yaml',
    '.secrets.toml',
    'client_secret_1.json',
    'service-account.json',
    'terraform.tfstate',
    '.aws/config',
    '.ssh/config',
    '.kube/config',
    '.docker/config.json',
    ...[
      'kubeconfig',
      'prod.kubeconfig',
      'kube-config.yaml',
      'terraform.tfvars',
      'prod.auto.tfvars',
      '.terraformrc',
    ],
    ...[
      'netrc',
      '.dockerconfigjson',
      '.vault_pass',
      'local.settings.json',
      'credentials.tfrc.json',
      'wp-config.php',
    ],
    ...[
      'shop-firebase-adminsdk-1.json',
      'gcp-key.json',
      'sa-key.json',
      'deploy_key',
      'token.txt',
      'passwords.csv',
    ],
    ...['env.production', '.Renviron', '.bash_history', 'client.ovpn', 'wg0.conf', '.oci/config'],
  ];

  it.each(names)('%s is refused, named or found', async (name) => {
    const root = await makeFolder({ [`conf/${name}`]: 'marked-text', 'conf/plain.md': 'plain' });
    for (const paths of [[`conf/${name}`], ['conf'], [`conf/${name.replace(/.$/, '?')}`]]) {
      const gathered = await gather(root, paths).catch((error: unknown) => error as S2sError);
      // A pattern does not look at names that begin with a dot, which is as good.
      if (gathered instanceof S2sError) expect(gathered.code).toBe('FILE_MISSING');
      else {
        expect(JSON.stringify(gathered)).not.toContain('marked-text');
        expect(notes(gathered)[`conf/${name}`]).toContain('refused');
      }
    }
  });

  it.each([
    'environment.md',
    'README.md',
    'keyboard.md',
    'pemmican.txt',
    'docs/secrets-management.md',
    'credential-flow.md',
    'src/env.ts',
    'package.json',
    ...[
      'design-tokens.json',
      'tokens.ts',
      'keys.ts',
      'api-keys.md',
      'config.kube.ts',
      'history.md',
      'password-reset.md',
    ],
    ...['env.d.ts', 'locales/en/auth.json', 'service.yaml', 'variables.tf', 'tokenizer.txt', 'hosts.yml'],
  ])('%s is not', (name) => {
    expect(findSecretName(name)).toBeNull();
  });

  it.each([
    ['a private key', privateKey],
    ['a key of a provider', 'ANTHROPIC=sk-ant-api03-abcdefghijklmnop1234567890\n'],
    ['a token of a code host', 'token: ghp_abcdefghijklmnopqrstuvwxyz0123456789\n'],
    ['a web token', `token: eyJ${'abcdef'.repeat(3)}.eyJ${'abcdef'.repeat(3)}.${'sig_'.repeat(4)}\n`],
    ['a token of a registry', '//registry.example.com/:_authToken=0a1b2c3d4e5f60718293\n'],
    ['a login of a machine', 'machine api.example.com\n  login me\n  password hunter2hunter2\n'],
    ['a login of a registry', '{"auths": {"r.example.com": {"auth": "bWU6aHVudGVyMmh1bnRlcjI="}}}\n'],
    ['the key of a cluster', `users:\n- user:\n    client-key-data: ${'LS0tLS1C'.repeat(8)}\n`],
    ['a service account within YAML', `key: |\n  {"private_key": "${privateKey.replaceAll('\n', '\\n')}"}\n`],
    ['a secret of Kubernetes', 'kind: Secret\ndata:\n  user: {{ .user }}\n  password: c3VwZXItc2VjcmV0\n'],
  ])('a file that holds %s is refused by its content', async (_what, text) => {
    const root = await makeFolder({ 'notes.md': `Hello\n${text}` });
    const gathered = await gather(root, ['notes.md']);
    expect(gathered.files).toEqual([]);
    expect(notes(gathered)['notes.md']).toMatch(/^refused: it holds/);
  });

  it.each([
    ['a request in a guide', 'curl -H "Authorization: Bearer your-access-token-goes-here"\n'],
    ['a variable of a registry', '//registry.npmjs.org/:_authToken=$NPM_TOKEN\n'],
    ['a template of a secret', 'kind: Secret\ndata:\n  password: {{ .Values.password | b64enc }}\n'],
    ['the words', 'machine learning login password, and a kind: Secret in a sentence\n'],
  ])('a file that holds %s is read', async (_what, text) => {
    const root = await makeFolder({ 'notes.md': text });
    expect((await gather(root, ['notes.md'])).files).toEqual([{ path: 'notes.md', text }]);
  });

  it('a link to a secret is refused, by name and by content', async () => {
    const root = await makeFolder({ '.env': 'marked-text', key: privateKey, 'real.md': 'fine' });
    await symlink('.env', path.join(root, 'readme.md'));
    await symlink('key', path.join(root, 'other.md'));
    await symlink('real.md', path.join(root, 'good.md'));
    await link(path.join(root, 'key'), path.join(root, 'hard.md'));
    const gathered = await gather(root, ['readme.md', 'other.md', 'good.md', 'hard.md']);
    expect(gathered.files).toEqual([{ path: 'good.md', text: 'fine' }]);
  });
});

describe('outside the project', () => {
  it('refuses links that lead out, named, in a folder or by a pattern', async () => {
    const outside = await makeFolder({ 'private.md': 'marked-text', 'more/private.md': 'marked-text' });
    const root = await makeFolder({ 'docs/a.md': 'a' });
    await symlink(path.join(outside, 'private.md'), path.join(root, 'docs/link.md'));
    await symlink(path.join(outside, 'more'), path.join(root, 'docs/folder'));
    for (const paths of [
      ['docs/link.md'],
      ['docs/folder/private.md'],
      ['docs/folder'],
      ['docs'],
      ['docs/*.md'],
      ['docs/**/*.md'],
    ]) {
      const gathered = await gather(root, paths).catch((error: unknown) => error as S2sError);
      expect(JSON.stringify(gathered)).not.toContain('marked-text');
    }
    expect(notes(await gather(root, ['docs/link.md']))).toEqual({
      'docs/link.md': 'refused: a link that leads out of the project',
    });
  });

  it('reads a file there that the person named', async () => {
    const outside = await makeFolder({ 'brief.md': 'the brief' });
    const root = await makeFolder({ 'a.md': 'a' });
    const file = path.join(outside, 'brief.md');
    expect((await gather(root, [file])).files).toEqual([{ path: file, text: 'the brief' }]);
    expect((await gather(root, [path.relative(root, file)])).files).toHaveLength(1);
  });

  it('is not confused by a project that is itself reached through a link', async () => {
    const root = await makeFolder({ 'docs/a.md': 'a' });
    const elsewhere = await makeFolder();
    await symlink(root, path.join(elsewhere, 'project'));
    const gathered = await gatherContextFiles(['docs/a.md', 'docs'], {
      root: path.join(elsewhere, 'project'),
      budgetCharacters: 10,
    });
    expect(gathered.files).toEqual([{ path: 'docs/a.md', text: 'a' }]);
  });
});

describe('what others named', () => {
  const files = {
    '.gitignore': 'own/\n',
    'docs/open.md': 'OPEN',
    'own/plan.md': 'PLAN',
    '.s2s/sessions/20260101-000000-x/record.md': 'RECORD',
    'docs/remote.md': `git clone https://u:${'0a1b2c3d4e5f6g7h8i9j'}@github.com/a/b\n`,
    'docs/header.md': `AUTHORIZATION: basic ${btoa('u:0a1b2c3d4e5f6g7h8i9j')}\n`,
  };
  const named = ['.git/config', '.git/HEAD', 'docs/link.md', ...Object.keys(files)];

  it.each(['session', 'others'] as const)('passes the door of look-ups: %s', async (namedBy) => {
    const root = await makeRepository(files);
    await symlink('../.git/config', path.join(root, 'docs/link.md'));
    const found = await gatherContextFiles(named, { root, budgetCharacters: 1_000, namedBy });
    expect(found.files.map(({ path: file }) => file)).toEqual(['.gitignore', 'docs/open.md']);
    expect(found.refused).toHaveLength(named.length - 2);
    expect(found.unsent).toHaveLength(named.length - 2);
  });

  it('a person may name what git ignores, but no file of git and no key', async () => {
    const root = await makeRepository(files);
    await symlink('../.git/config', path.join(root, 'docs/link.md'));
    const found = await gather(root, named);
    expect(found.files.map(({ path: file }) => file)).toEqual([
      '.gitignore',
      'docs/open.md',
      'own/plan.md',
      '.s2s/sessions/20260101-000000-x/record.md',
    ]);
    expect(found.refused.map(({ path: file }) => file)).toEqual([
      '.git/config',
      '.git/HEAD',
      'docs/link.md',
      'docs/remote.md',
      'docs/header.md',
    ]);
  });
});
