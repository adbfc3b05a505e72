import { it, expect } from 'vitest';
import { startTestDatabase } from './support/test-database.ts';
import { openPostgresStore, openDatabaseOf } from '../src/store/postgres/postgres-store.ts';
import { migrateDatabase } from '../src/store/postgres/migrate.ts';
import { createHost, createSession, createRound, noon, sampleId, createFolder } from './store/sample-session.ts';
import { locateSessions } from '../src/store/files/session-paths.ts';
import { buildDesignSession } from './support/session-fixtures.ts';
it('x', async () => {
  const d = await startTestDatabase();
  try {
    const root = await createFolder();
    const parts = { paths: locateSessions({ root, s2sDir: '.s2s' }), variable: 'DATABASE_URL', address: d.url, schema: 's2s', leaseSeconds: 5, waitSeconds: 5, clock: { now: () => noon, elapsed: () => performance.now() }, host: createHost(1), onAway: console.log };
    const s = openPostgresStore(parts);
    await expect(s.repository.listIds()).rejects.toMatchObject({ code: 'STORE_NOT_READY' });
    console.log(await migrateDatabase(openDatabaseOf(parts)).then(m => m.length));
    console.log(await s.repository.listIds());
    const design = buildDesignSession();
    for (const session of [createSession(2), design]) {
      const lease = await s.repository.acquireLease(session.id);
      let t = performance.now();
      const v = await s.repository.create(session);
      console.log('create', performance.now() - t);
      t = performance.now();
      const v2 = await s.repository.save({ ...session, topic: session.topic + ' x' }, v);
      console.log('save', performance.now() - t);
      expect((await s.repository.load(session.id)).version).toBe(v2);
      const j = await s.repository.openJournal(session.id);
      await j.appendInput({ key: '1/a/b/1', at: noon, value: { a: 1 } });
      await j.appendInput({ key: '1/a/b/2', at: noon, value: { a: 1 } });
      await j.close();
      console.log(await s.repository.readJournal(session.id));
      await lease.release();
    }
    console.log(JSON.stringify(await s.repository.list({})));
    console.log(JSON.stringify(await s.repository.search('queue', { limit: 3 })));
    console.log(await d.query('select * from s2s.items limit 2'), await d.query('select * from s2s.chat_messages limit 2'), await d.query('select * from s2s.discussion_logs limit 2'), await d.query('select * from s2s.discussion_state limit 2'), await d.query('select * from s2s.chat_sessions limit 2'));
    await s.close();
  } finally { await d.remove(); }
});
