/** Deals the points of a rehearsal out to the seats, from what was said in earlier rounds alone: a round stays blind. */
import type { RequestFacts } from '../session/model-request.ts';
import type { Session } from '../session/session.ts';
import { type ItemKind, minimumKinds, type StatementKind } from '../session/vocabulary.ts';
import { findFamily } from './families.ts';
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
 * time brings two at least, later every other seat brings one, as long as there are any.
 */
export function dealPoints(facts: RequestFacts, round: number): ReadonlyMap<string, readonly Point[]> {
  const { session, agenda } = facts;
  const before = session.statements.filter((statement) => statement.round < round);
  const left = listPoints(session.workflow_type).filter(
    ({ text }) => !before.some((statement) => statement.text === text),
  );
  const dealt = new Map(listSeats(session).map(({ id }): [string, Point[]] => [id, []]));
  const weigh = (seat: string, { family }: Point): number =>
    (dealt.get(seat)?.length ?? 0) * 2 + (findFamily(seat) === family ? 0 : 3);

  /** Gives one of these points to one of these seats, to one that has few and in whose field it is, if it can be. */
  const deal = (seats: readonly string[], isWanted: (point: Point) => boolean = () => true): boolean => {
    const [best] = seats
      .flatMap((seat) => left.filter(isWanted).map((point) => ({ seat, point })))
      .sort((one, other) => weigh(one.seat, one.point) - weigh(other.seat, other.point));
    if (best === undefined) return false;
    left.splice(left.indexOf(best.point), 1);
    dealt.get(best.seat)?.push(best.point);
    return true;
  };

  for (const { kind, count } of agenda?.topics.flatMap(({ minimums }) => minimums) ?? []) {
    const kinds: readonly StatementKind[] = minimumKinds[kind] ?? [];
    const isCounted = (point: Point): boolean => kinds.includes(stateKind(facts, point));
    const have = new Set(before.filter((one) => kinds.includes(one.kind)).map(({ text }) => text)).size;
    const brought = (): number => [...dealt.values()].flat().filter(isCounted).length;
    while (have + brought() < count && deal([...dealt.keys()], isCounted));
  }
  for (const [index, [seat, own]] of [...dealt].entries()) {
    const isNew = !before.some((statement) => statement.seat === seat);
    while (own.length < (isNew ? 2 : (index + round) % 2) && deal([seat]));
  }
  return dealt;
}
