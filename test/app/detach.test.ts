/** What a session takes with it to a worker. */
import { expect, test } from 'vitest';
import type { AppParts } from '../../src/app/app-parts.ts';
import { resumeDetached } from '../../src/app/detach.ts';
import type { ResumeOptions } from '../../src/app/options.ts';
import { listRunOptions } from '../../src/config/option-layer.ts';
import { createSession } from '../support/roundtable-fixtures.ts';

test('every option of a resume arrives in the job, and nothing else does', async () => {
  const session = createSession(undefined, { status: 'paused', pause_reason: 'person' });
  const orders: unknown[] = [];
  const parts = {
    jobs: { put: async (_id: string, order: unknown) => void orders.push(order) },
    notify: () => undefined,
    repository: {
      resolve: async () => ({ id: session.id, notice: null }),
      acquireLease: async () => ({ release: async () => undefined }),
      load: async () => ({ session, version: '1', location: '' }),
    },
  } as unknown as AppParts;
  const given = Object.fromEntries(listRunOptions().map((name) => [name, `${name}!`]));
  expect(Object.keys(given)).toEqual(
    expect.arrayContaining(['maxRounds', 'evidence', 'onEscalation', 'models']),
  );
  await resumeDetached(parts, { ...(given as ResumeOptions), priority: 3, supersede: true });
  expect(orders).toEqual([{ priority: 3, options: given, isBatched: false }]);
});
