import { expect, test } from 'vitest';
import { listSecrets } from '../../src/models/secrets.ts';

const strong = 'a7Kq9Zx2Lw4Vb8Nc6Md3';
const config = {
  local: { type: 'openai', base_url: 'http://localhost:1/v1', api_key_env: 'TEAM' },
  other: { type: 'openai', base_url: 'http://localhost:2/v1', api_key_env: 'WORD_KEY' },
};
const env = {
  TEAM: 'value-7-of-team',
  WORD_KEY: 'lm-studio',
  GITHUB_TOKEN: strong,
  SHORT_TOKEN: 'abc',
  CACHE_KEY: 'download-jobs-queue',
  COMMIT: strong,
  HOME: '/home/of/somebody/long',
  NONE: undefined,
};

test('secrets are the keys of providers, and what is named like a secret and looks like one', () => {
  expect(listSecrets(env, config).map(({ name }) => name)).toEqual(['TEAM', 'WORD_KEY', 'GITHUB_TOKEN']);
});
