/**
 * Sessions with their rows, journal, events, messages and leases. The YAML of a session is authoritative, byte for byte; its rows are
 * derived from it with every write, in the same transaction. Texts in rows have U+FFFD where the YAML has a NUL, which no row can hold.
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
  -- The epoch of the lease under which it was written; null where it was copied.
  epoch bigint,
  -- What a list shows; null when the content is no valid session, and then 'damaged' says why.
  head jsonb,
  damaged text,
  -- The session as data.
  document jsonb,
  -- Whether a server is in charge of it.
  served boolean not null default false,
  -- Id and topic in lower case, for the search in lists.
  said text not null default '',
  topic text, workflow_type text, strategy text, output_type text, status text, pause_reason text,
  rehearsal boolean, total_rounds int, total_turns numeric,
  created_at timestamptz, updated_at timestamptz, completed_at timestamptz
);
create index sessions_by_status on @sessions (status, id);

create table @participants (
  session_id text collate "C" not null references @sessions on delete cascade,
  place int not null, seat text not null, role text, kind text, model text, side text,
  primary key (session_id, place)
);
create table @rounds (
  session_id text collate "C" not null references @sessions on delete cascade,
  round int not null, phase text, focus text, question text, synthesis text,
  proposed_action text, next_action text, override text, started_at timestamptz, ended_at timestamptz,
  primary key (session_id, round)
);
create table @answers (
  session_id text collate "C" not null,
  round int not null,
  -- The position in the speaking order of the round.
  place int not null,
  seat text not null, position text not null, confidence numeric, cause text, duration_ms numeric,
  primary key (session_id, round, place),
  foreign key (session_id, round) references @rounds on delete cascade
);
create table @items (
  session_id text collate "C" not null references @sessions on delete cascade,
  place int not null, id text not null, kind text, section text, title text, text text, why text, check_words text,
  priority text, status text, decided_by text,
  ratified_by text[] not null, blocked_by text[] not null, statements text[] not null,
  primary key (session_id, place)
);
create index items_by_status on @items (status, kind);
create table @statements (
  session_id text collate "C" not null references @sessions on delete cascade,
  place int not null, id text not null, seat text, round numeric, kind text, text text,
  went_to text[] not null, not_taken text,
  primary key (session_id, place)
);

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

create function @make_rows() returns trigger language plpgsql as $$
declare
  data jsonb := coalesce(new.document, '{}');
begin
  delete from @participants where session_id = new.id;
  delete from @rounds where session_id = new.id;
  delete from @items where session_id = new.id;
  delete from @statements where session_id = new.id;
  insert into @participants
    select new.id, place - 1, seat ->> 'id', seat ->> 'role', seat ->> 'kind', seat ->> 'model', seat ->> 'side'
    from jsonb_array_elements(data -> 'participants') with ordinality as list (seat, place);
  insert into @rounds
    select new.id, (entry ->> 'round')::int, entry ->> 'phase', entry ->> 'focus', entry ->> 'question', entry ->> 'synthesis',
      entry ->> 'proposed_action', entry ->> 'next_action', entry #>> '{override,code}',
      @as_time(entry ->> 'started_at'), @as_time(entry ->> 'ended_at')
    from jsonb_array_elements(data -> 'rounds') as list (entry);
  insert into @answers
    select new.id, round, row_number() over (partition by round order by spoken nulls last, place) - 1,
      answer ->> 'seat', answer ->> 'position', (answer ->> 'confidence')::numeric, answer ->> 'cause',
      (answer ->> 'duration_ms')::numeric
    from jsonb_array_elements(data -> 'rounds') as list (entry)
    cross join lateral (select (entry ->> 'round')::int as round) as number
    cross join lateral jsonb_array_elements(entry -> 'answers') with ordinality as answers (answer, place)
    left join lateral (
      select min(at) as spoken from jsonb_array_elements_text(entry -> 'speaking_order') with ordinality as seats (seat, at)
      where seat = answer ->> 'seat'
    ) as speaking on true;
  insert into @items
    select new.id, place - 1, item ->> 'id', item ->> 'kind', item ->> 'section', item ->> 'title', item ->> 'text',
      item ->> 'why', item ->> 'check', item ->> 'priority', item ->> 'status', item ->> 'decided_by',
      @seats_that(item, 'ratify'), @seats_that(item, 'block'), @texts(item -> 'from')
    from jsonb_array_elements(data -> 'artifacts') with ordinality as list (item, place);
  insert into @statements
    select new.id, place - 1, entry ->> 'id', entry ->> 'seat', (entry ->> 'round')::numeric, entry ->> 'kind',
      entry ->> 'text', @texts(entry -> 'went_to'), entry ->> 'not_taken'
    from jsonb_array_elements(data -> 'statements') with ordinality as list (entry, place);
  return null;
end $$;
create trigger make_rows after insert or update of document on @sessions
  for each row execute function @make_rows();

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
  -- True for a finished call that a copied journal contains a second time.
  repeated boolean not null default false,
  purpose text, seat text, provider text, model text, input_tokens numeric, output_tokens numeric, cost_usd numeric,
  at timestamptz, duration_ms numeric,
  primary key (session_id, line)
);
-- A finished call is in the journal once.
create unique index journal_once on @journal (session_id, key, hash) where kind = 'call' and ok and not repeated;

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

-- Other files of a session: copies of damaged states, documents that were copied along with it.
create table @session_files (
  session_id text collate "C" not null,
  name text collate "C" not null,
  content bytea not null,
  primary key (session_id, name)
);

-- The search index: which words occur where in a session.
create table @search (
  session_id text collate "C" primary key references @sessions on delete cascade,
  format int not null,
  points jsonb not null,
  words jsonb not null,
  entries jsonb not null
);
create index search_words on @search using gin (words);
`,
};
