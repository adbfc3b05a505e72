import { expect, it } from 'vitest';
import { formatAddress } from '../../src/evidence/web-address.ts';

const place = { commit: 'abc123', path: 'src/(a) b/é.ts', line: 7 };
const path = 'src/%28a%29%20b/%C3%A9.ts';

it.each([
  ['https://github.com/acme/queue.git', `https://github.com/acme/queue/blob/abc123/${path}#L7`],
  ['https://github.com/acme/queue/', `https://github.com/acme/queue/blob/abc123/${path}#L7`],
  ['https://user:token@github.com/acme/queue', `https://github.com/acme/queue/blob/abc123/${path}#L7`],
  ['git@github.com:acme/queue.git\n', `https://github.com/acme/queue/blob/abc123/${path}#L7`],
  ['ssh://git@github.com:22/acme/queue.git', `https://github.com/acme/queue/blob/abc123/${path}#L7`],
  ['git@gitlab.com:acme/team/queue.git', `https://gitlab.com/acme/team/queue/-/blob/abc123/${path}#L7`],
  ['https://bitbucket.org/acme/queue', `https://bitbucket.org/acme/queue/src/abc123/${path}#lines-7`],
  ['https://codeberg.org/acme/queue.git', `https://codeberg.org/acme/queue/src/commit/abc123/${path}#L7`],
  ['https://git.sr.ht/~acme/queue', `https://git.sr.ht/~acme/queue/tree/abc123/item/${path}#L7`],
  ['https://github.com.evil.example/acme/queue', null],
  ['https://evil.example/github.com/acme/queue', null],
  ['https://git.example.org/acme/queue.git', null],
  ['https://github.com/acme', null],
  ['https://github.com/acme/que)ue', null],
  ['/srv/git/queue.git', null],
  ['../queue', null],
  ['C:\\git\\queue', null],
  ['constructor:acme/queue', null],
  ['', null],
])('the address for the remote %s', (remote, address) => {
  expect(formatAddress(remote, place)).toBe(address);
});
