/** What stands in addresses and headers and signs somebody in. */
import { expect, test } from 'vitest';
import { redactCredentials } from '../../src/text/secrets/credentials.ts';
import { createRedactor } from '../../src/text/secrets/redactor.ts';
import { findSecretText } from '../../src/text/secrets/secret-files.ts';

const token = '0123456789abcdef0f1e2d3c4b5a69788796a5b4';

test.each([
  [`https://u:${token}@github.com/a/b`, 'https://u:[redacted]@github.com/a/b'],
  [`https://${token}@github.com/a/b`, 'https://[redacted]@github.com/a/b'],
  [`https://${token}:x-oauth-basic@github.com`, 'https://[redacted]:x-oauth-basic@github.com'],
  ['https://bob:hunter2@git.acme.io/x', 'https://bob:[redacted]@git.acme.io/x'],
  ['https://bob:p@ss:w0rd@git.acme.io/x', 'https://bob:[redacted]@git.acme.io/x'],
  ['https://ghp_Zk39dk@github.com/a', 'https://[redacted]@github.com/a'],
  ['https://my2token9x8@git.acme.io/a', 'https://[redacted]@git.acme.io/a'],
  ['amqps://svc:Xy7%2Fk2%40q@mq.acme.io/v', 'amqps://svc:[redacted]@mq.acme.io/v'],
  ['https://hunter2:@git.acme.io/x', 'https://[redacted]:@git.acme.io/x'],
  ['https://bob%3Ahunter2@git.acme.io/x', 'https://bob%3A[redacted]@git.acme.io/x'],
  ['https://bob:hunter2@[2001:db8::1]/x', 'https://bob:[redacted]@[2001:db8::1]/x'],
  ['?to=https%3A%2F%2Fbob%3Ahunter2%40git.acme.io%2F', '?to=https%3A%2F%2Fbob%3A[redacted]%40git.acme.io%2F'],
  ['https%253A%252F%252Fbob%253Ahunter2%2540acme.io', 'https%253A%252F%252Fbob%253A[redacted]%2540acme.io'],
  [`https://x.io/?access%5Ftoken=${token}`, 'https://x.io/?access%5Ftoken=[redacted]'],
  [`https%3A%2F%2Fy.io%3Ftoken%3D${token}%26b%3D1`, 'https%3A%2F%2Fy.io%3Ftoken%3D[redacted]%26b%3D1'],
  [`https://u:${token}@\${HOST}/a`, `https://u:[redacted]@\${HOST}/a`],
  ['https://deadbeefcafebabe1234@host/x', 'https://[redacted]@host/x'],
  [`"https:\\/\\/u:${token}@x.io"`, '"https:\\/\\/u:[redacted]@x.io"'],
  [`AUTHORIZATION: basic ${btoa(`x:${token}`)}`, 'AUTHORIZATION: basic [redacted]'],
  [`extraheader = Basic ${btoa('u:Tr0ub4dor&3')}`, 'extraheader = Basic [redacted]'],
  [`Authorization: token ${token}`, 'Authorization: token [redacted]'],
  [`"X-Api-Key": "${token}"`, '"X-Api-Key": "[redacted]"'],
  ['X-Api-Key: Zk39dkQx82Lmn4PqRs7T content-type', 'X-Api-Key: [redacted] content-type'],
  [`PRIVATE-TOKEN: ${token}`, 'PRIVATE-TOKEN: [redacted]'],
  [`Cookie: sid=${token}; theme=dark`, 'Cookie: sid=[redacted]; theme=dark'],
  [`https://x.io/?access_token=${token}&b=1`, 'https://x.io/?access_token=[redacted]&b=1'],
  [`https://s.example/c?sv=1&sig=${token}`, 'https://s.example/c?sv=1&sig=[redacted]'],
])('%s', (text, clean) => {
  expect(redactCredentials(text)).toBe(clean);
  expect(createRedactor([])(text)).not.toContain(token);
  expect(findSecretText(text)).not.toBeNull();
});

test.each([
  'https://org@dev.azure.com/org/p',
  'ssh://git@github.com/a/b, git@github.com:a/b, me@x.io',
  'https://jdoe42@git.acme.io/a, https://build-bot@git.acme.io, https://jane.doe1985@bitbucket.org/x',
  'https://ghp_xxxx@github.com/a, https://x.io?mail=a%40b.io, https://x.io/@some2thing3/a1b2c3d4e5',
  'postgres://postgres:postgres@localhost/db',
  'postgres://app:app123@db:5432/x',
  'postgres://user:password@db.example.com/x',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a place for a token, as in documents
  'https://${USER}:${TOKEN}@github.com, https://<user>:<token>@github.com',
  'Authorization: Basic dXNlcjpwYXNz',
  'Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==',
  'Basic understanding of authorization: request.headers.authorization',
  "'x-api-key': process.env.ANTHROPIC_API_KEY",
  'https://x.io/?key=value-of-the-thing',
])('an example stays as it is: %s', (text) => {
  expect(redactCredentials(text)).toBe(text);
  expect(findSecretText(text)).toBeNull();
});

test('the keys with which AWS shows what keys look like are no secrets, and any other key is one', () => {
  const shown =
    'aws_access_key_id=AKIAIOSFODNN7EXAMPLE\naws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
  expect(findSecretText(shown)).toBeNull();
  expect(findSecretText(shown.replaceAll('EXAMPLE', 'EXAMPLF'))).not.toBeNull();
});
