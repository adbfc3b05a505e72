/** Tables that workers share: the sessions to run, the running workers, calls that count against the limits of providers, and batches. */
export const workerTables = {
  number: 3,
  name: 'workers',
  sql: /* sql */ `
create table @worker_sessions (
  session_id text collate "C" primary key references @sessions on delete cascade,
  priority int not null,
  -- Options of the next resume.
  options jsonb not null default '{}',
  -- How many runs were requested, and how many of these are done. While the numbers differ, a worker is wanted.
  asked int not null default 1,
  done int not null default 0,
  -- Why the last run failed.
  error jsonb,
  -- A worker has begun a run, and has not reported its end.
  is_running boolean not null default false,
  -- The last line of the journal when the last run began.
  begun_at int not null default 0,
  -- How many runs in a row were cut off without another line.
  crashes int not null default 0,
  -- Whether the calls of the session go through batches of their providers.
  is_batched boolean not null default false
);
create table @workers (
  id text primary key, name text not null, host text not null, pid int not null, concurrency int not null,
  since timestamptz not null default now(), expires_at timestamptz not null
);
create table @provider_calls (
  id text primary key, provider text not null, tokens int not null, is_running boolean not null,
  -- While it runs: when its place becomes free if its process has died. Afterwards: when its tokens no longer count.
  at timestamptz not null, expires_at timestamptz not null
);
create index provider_calls_by_provider on @provider_calls (provider, expires_at);
create table @provider_batches (
  plan text collate "C" primary key,
  -- The newest batch of the account before this one.
  after text,
  custom_ids text[] not null,
  -- Null until it is known whether the batch was created.
  batch_id text,
  planned_at timestamptz not null default clock_timestamp()
);
create index provider_batches_by_call on @provider_batches using gin (custom_ids);
`,
};
