/**
 * Sessions with their journal, events, messages and leases. The YAML of a session is authoritative, byte for byte; what else is shown of it
 * are columns and views of the same as JSON. Texts in it have U+FFFD where the YAML has a NUL, which no row can hold.
 */
export const sessionTables = {
  number: 1,
  name: 'sessions',
  sql: /* sql */ `
create table @sessions (
  id text collate "C" primary key,
  -- The session file.
  content bytea not null,
  -- Changes with every save; a save names the version that it replaces.
  version text not null,
  -- The epoch of the lease under which it was written.
  epoch bigint,
  -- What a list shows.
  head jsonb not null,
  -- The session as data.
  document jsonb not null,
  -- Whether a server is in charge of it.
  served boolean not null default false,
  -- Id and topic in lower case, for the search in lists.
  said text not null,
  -- The form of the search index in which the session is.
  search_format int not null,
  created_at timestamptz, updated_at timestamptz, completed_at timestamptz,
  topic text generated always as (head ->> 'topic') stored,
  workflow_type text generated always as (head ->> 'workflow_type') stored,
  strategy text generated always as (head ->> 'strategy') stored,
  output_type text generated always as (head ->> 'output_type') stored,
  status text generated always as (head ->> 'status') stored,
  pause_reason text generated always as (head ->> 'pause_reason') stored,
  rehearsal boolean generated always as ((head ->> 'rehearsal')::boolean) stored,
  total_rounds int generated always as ((head ->> 'total_rounds')::int) stored,
  total_turns int generated always as ((head ->> 'total_turns')::int) stored
);
create index sessions_by_status on @sessions (status, id);

-- A text as a time; null when it is not one.
create function @as_time(value text) returns timestamptz language plpgsql stable as $$
begin
  return value::timestamptz;
exception when others then
  return null;
end $$;

create function @texts(list jsonb) returns text[] language sql immutable as $$
  select coalesce(array_agg(value), '{}') from jsonb_array_elements_text(coalesce(list, '[]'))
$$;

-- The latest vote of each seat counts.
create function @seats_that(item jsonb, wanted text) returns text[] language sql immutable as $$
  select coalesce(array_agg(seat order by seat), '{}') from (
    select distinct on (entry ->> 'seat') entry ->> 'seat' as seat, entry ->> 'vote' as vote
    from jsonb_array_elements(coalesce(item -> 'votes', '[]')) with ordinality as list (entry, place)
    order by entry ->> 'seat', place desc
  ) latest where vote = wanted
$$;

create view @participants as
select s.id as session_id, place::int - 1 as place, entry ->> 'id' as seat, entry ->> 'role' as role, entry ->> 'kind' as kind,
  entry ->> 'model' as model, entry ->> 'side' as side
from @sessions s, jsonb_array_elements(s.document -> 'participants') with ordinality as list (entry, place);

create view @rounds as
select s.id as session_id, (entry ->> 'round')::int as round, entry ->> 'phase' as phase, entry ->> 'focus' as focus,
  entry ->> 'question' as question, entry ->> 'synthesis' as synthesis, entry ->> 'proposed_action' as proposed_action,
  entry ->> 'next_action' as next_action, entry #>> '{override,code}' as override,
  @as_time(entry ->> 'started_at') as started_at, @as_time(entry ->> 'ended_at') as ended_at
from @sessions s, jsonb_array_elements(s.document -> 'rounds') as list (entry);

-- An answer's place is its position in the speaking order of the round.
create view @answers as
select s.id as session_id, round, (row_number() over (partition by s.id, round order by spoken nulls last, place))::int - 1 as place,
  answer ->> 'seat' as seat, answer ->> 'position' as position, (answer ->> 'confidence')::numeric as confidence,
  answer ->> 'cause' as cause, (answer ->> 'duration_ms')::numeric as duration_ms
from @sessions s
cross join lateral jsonb_array_elements(s.document -> 'rounds') as list (entry)
cross join lateral (select (entry ->> 'round')::int as round) as number
cross join lateral jsonb_array_elements(entry -> 'answers') with ordinality as answers (answer, place)
left join lateral (
  select min(at) as spoken from jsonb_array_elements_text(entry -> 'speaking_order') with ordinality as seats (seat, at)
  where seat = answer ->> 'seat'
) as speaking on true;

create view @items as
select s.id as session_id, place::int - 1 as place, item ->> 'id' as id, item ->> 'kind' as kind, item ->> 'section' as section,
  item ->> 'title' as title, item ->> 'text' as text, item ->> 'why' as why, item ->> 'check' as check_words,
  item ->> 'priority' as priority, item ->> 'status' as status, item ->> 'decided_by' as decided_by,
  @seats_that(item, 'ratify') as ratified_by, @seats_that(item, 'block') as blocked_by, @texts(item -> 'from') as statements
from @sessions s, jsonb_array_elements(s.document -> 'artifacts') with ordinality as list (item, place);

create view @statements as
select s.id as session_id, place::int - 1 as place, entry ->> 'id' as id, entry ->> 'seat' as seat,
  (entry ->> 'round')::numeric as round, entry ->> 'kind' as kind, entry ->> 'text' as text,
  @texts(entry -> 'went_to') as went_to, entry ->> 'not_taken' as not_taken
from @sessions s, jsonb_array_elements(s.document -> 'statements') with ordinality as list (entry, place);

-- Who may write a session. A released lease stays as an expired row.
create table @leases (
  session_id text collate "C" primary key,
  -- Rises with every lease taken, over all sessions; a write names the epoch under which it is made.
  epoch bigint not null,
  owner jsonb not null,
  expires_at timestamptz not null
);
create sequence @lease_epochs;

-- The lines of the journal, oldest first, exactly as in a file, with the line end.
create table @journal (
  session_id text collate "C" not null,
  line int not null,
  epoch bigint,
  bytes bytea not null,
  kind text, key text, hash text, ok boolean,
  purpose text, seat text, provider text, model text, input_tokens numeric, output_tokens numeric, cost_usd numeric,
  at timestamptz, duration_ms numeric,
  primary key (session_id, line)
);
-- A finished call is in the journal once.
create unique index journal_once on @journal (session_id, key, hash) where kind = 'call' and ok;

create table @events (
  session_id text collate "C" not null,
  seq int not null,
  epoch bigint,
  type text,
  at timestamptz,
  bytes bytea not null,
  primary key (session_id, seq)
);

-- Messages from people to a session, until the process that runs it takes them.
create table @inbox (
  session_id text collate "C" not null,
  id text collate "C" not null,
  message text not null,
  sent_at timestamptz not null default clock_timestamp(),
  primary key (session_id, id)
);

-- The search index as rows of PostgreSQL's own text search, one for each thing that can be found.
create table @search (
  session_id text collate "C" not null references @sessions on delete cascade,
  place int not null,
  -- Decisions first; see the program's search terms.
  rank int not null,
  -- Stems: A of the title, B of the text, C of the topic of the session.
  words tsvector not null,
  entry jsonb not null
);
create index search_words on @search using gin (words);
create index search_by_session on @search (session_id);
`,
};
