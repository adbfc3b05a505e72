import type { KeyLine } from './key-line.ts';

/** Keys about where sessions are kept. A repository must not send them elsewhere, so most of them need the person's yes. */
export const storeKeys: readonly KeyLine[] = [
  {
    key: 'store.type',
    type: 'store type',
    can: 'host',
    description:
      'Where sessions are kept: as files of the project, or in a PostgreSQL database that a team shares.',
    example: 'postgres',
    default: 'files',
    variable: 'S2S_STORE',
  },
  {
    key: 'store.url_env',
    type: 'variable name',
    can: 'variable',
    description:
      'The environment variable with the address of the database: postgres://user:password@host:5432/name.',
    example: 'DATABASE_URL',
    default: 'DATABASE_URL',
    variable: 'S2S_STORE_URL_ENV',
  },
  {
    key: 'store.schema',
    type: 'database schema',
    can: 'host',
    description: 'The schema in the database that holds the sessions; each project has one of its own.',
    example: 'media_service',
    default: 's2s',
    variable: 'S2S_STORE_SCHEMA',
  },
  {
    key: 'store.lease_seconds',
    type: 'positive number',
    can: 'nothing',
    description:
      'Seconds after which a session whose process no longer answers may be taken over by another one; it answers every third of that time.',
    example: 30,
    default: 20,
  },
  {
    key: 'store.wait_seconds',
    type: 'amount',
    can: 'nothing',
    description:
      'Seconds that a running discussion waits for a database that went away before it ends, to be resumed.',
    example: 600,
    default: 120,
  },
  {
    key: 'store.max_crashes',
    type: 'positive integer',
    can: 'limit',
    description:
      'How many workers in a row may be cut off over a session without finishing a call of it, before no other one takes it.',
    example: 5,
    default: 3,
  },
];
