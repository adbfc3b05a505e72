/** Columns that tell a session that crashes every worker from one whose worker failed by accident. */
export const crashCounts = {
  number: 4,
  name: 'crashes',
  sql: /* sql */ `
alter table @worker_sessions
  -- A worker has it, and has not said that its go has ended.
  add column is_running boolean not null default false,
  -- The last line of the journal when the last go began.
  add column begun_at int not null default 0,
  -- How many goes in a row were cut off without another line.
  add column crashes int not null default 0;
`,
};
