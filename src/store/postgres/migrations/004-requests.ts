/** The table of requests that servers carried out under a key. */
export const requestTable = {
  number: 4,
  name: 'requests',
  sql: /* sql */ `
create table @requests (
  key text collate "C" primary key,
  -- A hash of what was asked.
  asked text not null,
  done boolean not null default false,
  -- JSON; null when it returned nothing.
  result text,
  at timestamptz not null default now()
);
`,
};
