/** Keys about where sessions are kept. A repository must not send sessions elsewhere, so most of these keys need the person's yes. */
import type { KeyLine } from './key-line.ts';

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
      'Seconds after which another process may take over a session whose process has stopped reporting; a running process reports every third of that time.',
    example: 30,
    default: 20,
  },
  {
    key: 'store.wait_seconds',
    type: 'amount',
    can: 'nothing',
    description:
      'Seconds that a running discussion waits for a lost database to come back; after that it ends, and can be resumed.',
    example: 600,
    default: 120,
  },
  {
    key: 'store.max_crashes',
    type: 'positive integer',
    can: 'limit',
    description:
      'How many workers in a row may die while running a session, without finishing one of its calls, before no other worker takes it.',
    example: 5,
    default: 3,
  },
];
