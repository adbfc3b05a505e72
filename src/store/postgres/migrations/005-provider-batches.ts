/** Batches that workers send through the batch APIs of providers. */
export const providerBatches = {
  number: 5,
  name: 'provider-batches',
  sql: /* sql */ `
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
-- Whether the calls of the session go through batches.
alter table @worker_sessions add column is_batched boolean not null default false;
`,
};
