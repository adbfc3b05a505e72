/** Columns that tell a session that crashes every worker from one whose worker failed by accident. */
export const crashCounts = {
  number: 4,
  name: 'crashes',
  sql: /* sql */ `
alter table @worker_sessions
  -- A worker has begun a run, and has not reported its end.
  add column is_running boolean not null default false,
  -- The last line of the journal when the last run began.
  add column begun_at int not null default 0,
  -- How many runs in a row were cut off without another line.
  add column crashes int not null default 0;
`,
};
