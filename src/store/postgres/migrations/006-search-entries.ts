/** The search index as rows of PostgreSQL's own text search, one for each thing that can be found. */
export const searchEntries = {
  number: 6,
  name: 'search-entries',
  sql: /* sql */ `
drop table @search;
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
create index search_by_rank on @search (rank, session_id desc, place);
create index search_by_session on @search (session_id);
-- The form of the index in which the session is; null when it is not.
alter table @sessions add column search_format int;
`,
};
