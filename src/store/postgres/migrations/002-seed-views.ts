/**
 * Sessions under the names that other programs of this family use: chat sessions and messages, and the three tables of a discussion
 * in turns. They are views, so readers see each session as it was last saved.
 */
export const seedViews = {
  number: 2,
  name: 'seed-views',
  sql: /* sql */ `
-- The same name gives the same id everywhere.
create function @as_uuid(value text) returns uuid language sql immutable as $$ select md5(value)::uuid $$;

create view @chat_sessions as
select
  s.id as session_id,
  'Roundtable: ' || left(s.topic, 100) as title,
  'roundtable' as agent_id,
  'roundtable' as session_type,
  jsonb_build_object(
    'title', s.topic,
    'participants', (select coalesce(jsonb_agg(p.seat order by p.place), '[]') from @participants p where p.session_id = s.id),
    'workflow_type', s.workflow_type, 'strategy', s.strategy, 'status', s.status, 'rounds', s.total_rounds
  ) as metadata,
  s.created_at,
  s.updated_at
from @sessions s;

-- When a seat took its turn: at the end of its last finished call of that round.
create view @turn_times as
select session_id, split_part(key, '/', 1)::int as round, split_part(key, '/', 3) as seat,
  max(at + coalesce(duration_ms, 0) * interval '1 millisecond') as at
from @journal
where key ~ '^[0-9]{1,6}/answer/' and (kind = 'input' or kind = 'call' and ok)
group by 1, 2, 3;

create view @chat_messages as
select
  a.session_id || '/' || a.round || '/' || a.seat as id,
  a.session_id,
  'round-' || a.round as role,
  a.position as content,
  a.seat as agent_id,
  coalesce(t.at, r.ended_at) as created_at
from @answers a
join @rounds r using (session_id, round)
left join @turn_times t on t.session_id = a.session_id and t.round = a.round and t.seat = a.seat
union all
select s.id || '/synthesis', s.id, 'synthesis', s.document #>> '{outcome,summary}', s.document #>> '{synthesizer,agent}',
  coalesce(s.completed_at, s.updated_at)
from @sessions s where s.document #>> '{outcome,summary}' is not null;

create view @discussion_participants as
select
  @as_uuid(p.session_id || '/' || p.seat) as id,
  @as_uuid(p.session_id) as project_id,
  case when p.kind = 'human' then null else @as_uuid(p.seat) end as agent_id,
  case when p.kind = 'human' then 'user' else 'specialist' end as role,
  p.place as sequence_order,
  s.created_at,
  p.session_id,
  p.seat
from @participants p join @sessions s on s.id = p.session_id;

create view @discussion_state as
select
  @as_uuid(s.id || '/state') as id,
  @as_uuid(s.id) as project_id,
  coalesce(
    (select p.place from @participants p where p.session_id = s.id and p.seat = s.document #>> '{turn,next_speaker}'), 0
  ) as current_turn_index,
  case when s.status in ('completed', 'closed') then greatest(s.total_rounds, 1) else s.total_rounds + 1 end as current_round,
  case when s.status = 'closed' then 'completed' else s.status end as status,
  s.created_at,
  s.updated_at,
  s.id as session_id
from @sessions s;

create view @discussion_logs as
select
  @as_uuid(a.session_id || '/' || a.round || '/' || a.seat) as id,
  @as_uuid(a.session_id) as project_id,
  case when p.kind = 'human' then null else @as_uuid(a.seat) end as agent_id,
  case when p.kind = 'human' then 'user' else 'specialist' end as role,
  a.position as content,
  a.place as turn_index,
  a.round as round_number,
  jsonb_build_object('seat', a.seat, 'name', coalesce(p.role, a.seat), 'question', r.question, 'confidence', a.confidence,
    'duration_ms', a.duration_ms) as metadata,
  coalesce(t.at, r.ended_at) as created_at,
  a.session_id
from @answers a
join @rounds r using (session_id, round)
left join @participants p on p.session_id = a.session_id and p.seat = a.seat
left join @turn_times t on t.session_id = a.session_id and t.round = a.round and t.seat = a.seat;
`,
};
