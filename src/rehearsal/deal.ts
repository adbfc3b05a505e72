/** Deals the points of a rehearsal out to the seats, from what was said in earlier rounds alone: a round stays blind. */
import type { RequestFacts } from '../session/model-request.ts';
import type { Session } from '../session/session.ts';
import { type ItemKind, minimumKinds, type StatementKind } from '../session/vocabulary.ts';
import { listSeats } from './plots.ts';
import { type Point, points } from './points.ts';
import { adoptPoint, buildPoint } from './story.ts';

/** The kind of a point in a workflow. */
function readKind({ kinds }: Point, workflow: Session['workflow_type']): ItemKind {
  return workflow === 'specs' ? kinds.specs : kinds.else;
}

/** The kind that a seat states for a point; in a discussion without an agenda nobody sorts, so that it is `other`. */
export function stateKind({ session, agenda }: RequestFacts, point: Point): StatementKind {
  const { workflow_type: workflow } = session;
  if (workflow === 'review') return 'finding';
  if (workflow === 'plan') return 'package';
  if (workflow === 'revisit' && point === buildPoint) return 'verdict';
  if (workflow === 'roundtable' && agenda === null) return 'other';
  const isWay = point === buildPoint || point === adoptPoint;
  return workflow === 'brainstorm' && isWay ? 'idea' : readKind(point, workflow);
}

/** The points of a workflow: in a brainstorm ideas and what speaks against them, elsewhere all but ideas. */
function listPoints(workflow: Session['workflow_type']): Point[] {
  const kinds: readonly ItemKind[] = ['idea', 'risk', 'mitigation'];
  return points.filter((point) =>
    workflow === 'brainstorm' ? kinds.includes(point.kinds.else) : point.kinds.else !== 'idea',
  );
}

/**
 * The points that each seat brings in a round. What the agenda counts and still lacks comes first; a seat that speaks for the first
 * time brings two at least, later one seat brings one, as long as there are any.
 */
export function dealPoints(facts: RequestFacts, round: number): ReadonlyMap<string, readonly Point[]> {
  const { session, agenda } = facts;
  const before = session.statements.filter((statement) => statement.round < round);
  const left = listPoints(session.workflow_type).filter(
    ({ text }) => !before.some((statement) => statement.text === text),
  );
  const dealt = listSeats(session).map(({ id }) => ({ id, own: [] as Point[] }));
  for (const { kind, count } of agenda?.topics.flatMap(({ minimums }) => minimums) ?? []) {
    const kinds: readonly StatementKind[] = minimumKinds[kind] ?? [];
    const isCounted = (point: Point): boolean => kinds.includes(stateKind(facts, point));
    const said = new Set(before.filter((one) => kinds.includes(one.kind)).map(({ text }) => text)).size;
    const have = said + dealt.flatMap(({ own }) => own).filter(isCounted).length;
    for (const point of left.filter(isCounted).slice(0, Math.max(0, count - have))) {
      left.splice(left.indexOf(point), 1);
      dealt.toSorted((one, other) => one.own.length - other.own.length)[0]?.own.push(point);
    }
  }
  for (const [index, { id, own }] of dealt.entries()) {
    const isNew = !before.some((statement) => statement.seat === id);
    const wanted = isNew ? 2 : Number(index === round % dealt.length);
    own.push(...left.splice(0, Math.max(0, wanted - own.length)));
  }
  return new Map(dealt.map(({ id, own }) => [id, own]));
}
