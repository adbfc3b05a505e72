/** Addresses of databases as people write them. */
import { expect, it } from 'vitest';
import { readAddress } from '../../../src/store/postgres/database-address.ts';
import { explainDatabaseError } from '../../../src/store/postgres/database-errors.ts';

const read = (address: string) => readAddress({ variable: 'DATABASE_URL', address, schema: 's2s' });

it.each([
  ['postgres://u:p@h:5432/d', 'postgres://u:p@h:5432/d', 'd at h:5432'],
  ['postgres://u:p%40ss@h/d?application_name=a@b', 'postgres://u:p%40ss@h/d?application_name=a@b', 'd at h'],
  ['postgres://u:p@ss#w%rd/1?@h:5432/d', 'postgres://u:p%40ss%23w%25rd%2F1%3F@h:5432/d', 'd at h:5432'],
  ['postgres://h/d?application_name=a@b', 'postgres://h/d?application_name=a@b', 'd at h'],
  ['postgres://u:100%@h/d', 'postgres://u:100%25@h/d', 'd at h'],
  ['postgres://u:p%2F@x@h/d', 'postgres://u:p%2F%40x@h/d', 'd at h'],
  ['postgres://u:p@/d?host=/run/sock', 'postgres://u:p@/d?host=/run/sock', 'd at /run/sock'],
  ['postgres:///d?host=/run/sock', 'postgres:///d?host=/run/sock', 'd at /run/sock'],
  ['postgres://u:p@%2Frun%2Fsock/d', 'postgres://u:p@%2Frun%2Fsock/d', 'd at /run/sock'],
  ['postgres://u:p@h/d?sslmode=require&x=1', 'postgres://u:p@h/d?sslmode=verify-full&x=1', 'd at h'],
  ['postgres://u:p@h/d?sslmode=verify-ca', 'postgres://u:p@h/d?sslmode=verify-full', 'd at h'],
  [
    'postgres://u:p@h/d?sslmode=verify-ca&sslrootcert=/c',
    'postgres://u:p@h/d?sslmode=verify-ca&sslrootcert=/c&uselibpqcompat=true',
    'd at h',
  ],
  ['postgres://u:p@h/d?sslmode=no-verify', 'postgres://u:p@h/d?sslmode=no-verify', 'd at h'],
])('%s', (address, sent, place) => {
  expect(read(address)).toMatchObject({ address: sent, shownAs: `The database ${place}` });
});

it.each(['', 'mysql://u:p@h/d', 'host=h dbname=d', 'postgres://u:secret@h:x/d'])(
  'refuses %j without showing it',
  (address) => {
    let told = '';
    try {
      read(address);
    } catch (error) {
      told = JSON.stringify(error, ['code', 'message', 'hint']);
    }
    expect(told).toContain('STORE_URL');
    expect(told).not.toContain('secret');
  },
);

it.each([
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate', 'sslrootcert='],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain', 'sslrootcert='],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'Hostname/IP does not match', 'sslmode=verify-ca'],
  ['CERT_HAS_EXPIRED', 'certificate has expired', 'a new certificate'],
  ['', 'The server does not support SSL connections', 'sslmode=disable'],
])('%s: says what to write into the address', (code, message, hint) => {
  const error = explainDatabaseError(
    Object.assign(new Error(message), code === '' ? {} : { code }),
    read('postgres://h/d'),
  );
  expect(error).toMatchObject({ code: 'STORE_REFUSED', hint: expect.stringContaining(hint) });
});

it('an authority that is named already is the wrong one', () => {
  const error = Object.assign(new Error('unable to verify'), { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
  expect(
    explainDatabaseError(error, read('postgres://h/d?sslmode=verify-full&sslrootcert=/c')),
  ).toMatchObject({
    hint: expect.stringContaining('name another'),
  });
});

it('a certificate that is not there is no server that does not answer', () => {
  const error = Object.assign(new Error('no such file'), {
    code: 'ENOENT',
    syscall: 'open',
    path: '/ca.crt',
  });
  expect(explainDatabaseError(error, read('postgres://h/d'))).toMatchObject({
    code: 'STORE_URL',
    message: 'DATABASE_URL names a file that is not there: /ca.crt.',
    hint: expect.stringContaining('sslrootcert'),
  });
  const socket = Object.assign(new Error('connect ENOENT'), { code: 'ENOENT', syscall: 'connect' });
  expect(explainDatabaseError(socket, read('postgres://h/d'))).toMatchObject({ code: 'STORE_UNREACHABLE' });
});
