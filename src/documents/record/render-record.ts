/**
 * The record, for those who ask who said what: participants, positions by round, ways, conflicts, where every statement went, the
 * dossier, amendments with their answers, every vote, decisions of people, what the program did instead, and provenance.
 */

import type { Conflict, Escalation, Fact } from '../../session/records.ts';
import { readDay } from '../../session/rules/read-day.ts';
import { readVotes } from '../../session/rules/votes.ts';
import type { Session } from '../../session/session.ts';
import { resolutionWords, sayConflictEvent } from '../../wording/conflict.ts';
import { sayAnswer, sayRecommended, sayTrigger } from '../../wording/escalation.ts';
import { groupPositions } from '../../wording/group-positions.ts';
import { sayFound } from '../../wording/record-words.ts';
import { beginSentence, endSentence } from '../../wording/sentence.ts';
import { sayFailure, sayFallback } from '../../wording/trouble.ts';
import { voteWords } from '../../wording/votes.ts';
import { tidyBody } from '../markdown/managed-blocks.ts';
import { formatTable } from '../markdown/table.ts';
import { heading, inline, shown } from '../markdown/text.ts';
import { isDecision } from '../parts/decisions.ts';
import { printNotices } from '../parts/notices.ts';
import type { Printing } from '../printing.ts';
import { describeAmendment, describeItem, describeStatement } from './describe-items.ts';
import { describeOrigin } from './describe-origin.ts';
import { describeRound } from './describe-rounds.ts';
import { after, createRecordPrinting, listed, point, section } from './record-printing.ts';

/** The record as markdown. `ids` maps the ids of the session's items to their ids in the project's file. */
export function renderRecord(
  session: Session,
  { ids = new Map() }: { ids?: ReadonlyMap<string, string> } = {},
): string {
  const printing = createRecordPrinting(session, ids);
  return join([
    `# Record: ${heading(session.topic, 'Untitled')}`,
    printNotices(printing, { inShared: false }),
    ...section('Who Took Part', [listSeats(session)]),
    ...listSections(session, printing),
    ...section('Provenance', describeOrigin(session, ids)),
  ]);
}

/** A part of the record: one round, one seat in all rounds with its votes, or one seat in one round; all but who took part without either. */
export function renderPart(
  session: Session,
  { round, seat }: { round?: number | undefined; seat?: string | undefined },
): string {
  const printing = createRecordPrinting(session, new Map());
  if (round === undefined && seat === undefined) return join(listSections(session, printing));
  const rounds = session.rounds.filter((one) => round === undefined || one.round === round);
  return join([
    ...rounds.map((one) => describeRound(one, printing, seat)),
    ...(round === undefined ? section('Votes', listVotes(session, printing, seat)) : []),
  ]);
}

/** What has an id in a session besides its items. */
export type Entry =
  | Conflict
  | Escalation
  | Fact
  | Session['open_questions' | 'ways' | 'statements' | 'amendments'][number];

/** Everything that has an id besides the items, with what the record says of it, as markdown. */
export function listEntries(session: Session): { entry: Entry; text: () => string }[] {
  const printing = createRecordPrinting(session, new Map());
  const list = <One extends Entry>(all: readonly One[], describe: (one: One, printing: Printing) => string) =>
    all.map((entry) => ({ entry, text: () => `${describe(entry, printing)}\n` }));
  return [
    ...list(session.conflicts, describeConflict),
    ...list(session.open_questions, describeQuestion),
    ...list(session.escalations, describeEscalation),
    ...list(session.dossier, describeFact),
    ...list(session.ways, describeWay),
    ...list(session.statements, describeStatement),
    ...list(session.amendments, describeAmendment),
  ];
}

function join(parts: readonly string[]): string {
  return `${tidyBody(parts.filter((part) => part !== '').join('\n\n'))}\n`;
}

function listVotes({ artifacts }: Session, { line }: Printing, seat: string | undefined): string[] {
  return artifacts.flatMap((item) =>
    [...readVotes(item).values()]
      .filter((one) => one.seat === seat)
      .map(
        ({ vote, reason }) =>
          `* ${after(`${inline(item.id)} ${line(item.title)}: ${voteWords[vote]}`, line(reason))}`,
      ),
  );
}

function listSections(session: Session, printing: Printing): string[] {
  const { text } = session;
  const list = <One>(
    title: string,
    all: readonly One[],
    describe: (one: One, printing: Printing) => string,
  ): string[] =>
    section(
      title,
      all.map((one) => describe(one, printing)),
    );
  return [
    ...list('Rounds', session.rounds, (round) => describeRound(round, printing)),
    ...list('Ways', session.ways, describeWay),
    ...list('Conflicts', session.conflicts, describeConflict),
    ...list('Agenda', session.agenda, describeTopic),
    ...list('Statements and Where They Went', session.statements, describeStatement),
    ...list('Facts', session.dossier, describeFact),
    ...list('Amendments and Their Answers', session.amendments, describeAmendment),
    ...list('Items and Votes', session.artifacts, describeItem),
    ...section(
      'Dissent',
      (session.outcome?.dissent ?? []).map(
        ({ seat, text: words, on }) =>
          `* ${printing.nameSeat(seat)}${on === null ? '' : ` on ${inline(printing.printId(on))}`}: ${printing.line(words) || '–'}`,
      ),
    ),
    ...list('Questions', session.open_questions, describeQuestion),
    ...section('Decisions and Advice of People', [
      ...session.escalations.map((one) => describeEscalation(one, printing)),
      ...session.guidance.map(
        ({ after_round: round, text: words, by, name = '' }) =>
          `* Advice after round ${round} by ${by === 'user' ? inline(name) || 'a person' : shown(by)}: ${printing.line(words) || '–'}`,
      ),
    ]),
    ...section('What Went Wrong, and What Was Taken Out', [
      ...(text?.fallback == null
        ? []
        : [`* It put the text together: ${inline(sayFallback(text.fallback))}`]),
      ...(text?.unrevised == null
        ? []
        : [`* The text was not revised: ${inline(sayFallback(text.unrevised))}`]),
      ...(text?.removed ?? []).map(
        ({ title, because, step }) =>
          `* Taken out again (${inline(step)}): ${shown(title)}, ${printing.line(because) || '–'}`,
      ),
      ...(text?.problems ?? []).map(
        ({ code, at, words }) =>
          `* Not mended in the text: ${shown(at)}: ${words === undefined ? inline(code) : printing.line(words)}`,
      ),
      ...(text?.left ?? []).map(
        ({ at, passage, because }) =>
          `* Left in the text on purpose: “${inline(passage)}” at ${shown(at)}, ${printing.line(because) || '–'}`,
      ),
      ...(session.takeovers ?? []).map(
        ({ round, step, seat, kind, message, from, to }) =>
          `* Another model took over: round ${round}, ${inline(step)}, ${printing.nameSeat(seat)}: ${inline(to)} for ${inline(from)} (${sayFailure(kind)}, ${inline(message)})`,
      ),
      ...session.failures.map(
        ({ round, step, seat, kind, message }) =>
          `* A call failed: round ${round}, ${inline(step)}, ${printing.nameSeat(seat)}: ${sayFailure(kind)}, ${inline(message)}`,
      ),
    ]),
  ];
}

function listSeats(session: Session): string {
  const heard = [...session.rounds.flatMap(({ answers }) => answers), ...(session.answered_as ?? [])];
  const models = (seat: string): string => {
    const own = heard.flatMap((one) => (one.seat === seat ? (one.model ?? []) : []));
    return [...new Set(own)].map((model) => inline(model)).join(', ');
  };
  return formatTable([
    ['Seat', 'Role', 'Played by', 'Answered as'],
    ...session.participants.map(({ id, role, kind, model, side }) => [
      inline(id),
      `${inline(role)}${side === null ? '' : `, argued ${side}`}`,
      kind === 'human' ? 'a person' : inline(model ?? ''),
      models(id),
    ]),
    ['facilitator', 'asks, and sums up each round', inline(session.facilitator.model), models('facilitator')],
    ['synthesizer', 'writes the text', inline(session.synthesizer.model), models('synthesizer')],
  ]);
}

function describeWay(way: Session['ways'][number], { line, nameSeat }: Printing): string {
  return point(`${inline(way.id)} **${shown(way.name)}**: ${line(way.meaning) || '–'}`, [
    ...way.for.map((one) => after('For', line(one))),
    ...way.against.map((one) => after('Against', line(one))),
    after('Preferred by', way.preferred_by.map(nameSeat).join(', ')),
  ]);
}

function describeConflict(conflict: Conflict, { session, line, nameSeat }: Printing): string {
  const { id, description, status, opened_in: opened, positions, recommendation, resolution } = conflict;
  const asked = session.escalations.filter(({ subject }) => subject === id);
  // What a position or a decision says is not said again.
  const refer = (text: string | null): string => {
    const same = positions.find((one) => one.text === text);
    return same === undefined ? line(text ?? '') : `position ${inline(same.id)}`;
  };
  const decided = asked.find(isDecision);
  const state =
    status === 'open'
      ? `open since round ${opened}`
      : `${conflict.resolution_type === null ? 'resolved' : resolutionWords[conflict.resolution_type]}${conflict.resolved_in === null ? '' : ` in round ${conflict.resolved_in}`}`;
  return point(`${inline(id)} ${line(description) || '–'} (${state})`, [
    ...positions.flatMap((position) => [
      `Position ${inline(position.id)}: ${line(position.text) || '–'} Held by: ${position.held_by.map(({ seat }) => nameSeat(seat)).join(', ') || 'nobody'}.`,
      ...position.given_up_by.map(
        ({ seat, round, because }) =>
          `Position ${inline(position.id)} given up by ${nameSeat(seat)} in round ${round}${because === '' ? '' : `: ${line(because)}`}`,
      ),
    ]),
    ...(asked.some((one) => one.recommendation === recommendation)
      ? []
      : [after('The facilitator recommended', refer(recommendation))]),
    after('Resolution', decided === undefined ? refer(resolution) : inline(decided.id)),
    ...new Set(
      conflict.history.map((event) => `Round ${event.round}: ${inline(sayConflictEvent(event, nameSeat))}`),
    ),
  ]);
}

function describeTopic(topic: Session['agenda'][number]): string {
  const met = new Set(topic.criteria_met.map(({ criterion }) => criterion));
  return point(`${shown(topic.name)}${topic.critical ? ', critical' : ''}: ${topic.status}`, [
    ...topic.criteria_met.map(
      ({ criterion, round, by }) => `Met in round ${round}: ${shown(criterion)}${listed(by)}`,
    ),
    ...topic.criteria.filter((one) => !met.has(one)).map((one) => `Not met: ${shown(one)}`),
  ]);
}

function describeFact(fact: Fact, { line, nameSeat }: Printing): string {
  const place = `${fact.path}${fact.line === null ? '' : `:${fact.line}`}`;
  return point(`${inline(fact.id)} ${line(fact.claim) || '–'} (${shown(place)}, ${sayFound(fact.found)})`, [
    after('Quoted', inline(fact.quote)),
    after('Commit', inline(fact.commit ?? '')),
    `Stated in round ${fact.round} by ${fact.seats.map(nameSeat).join(', ') || 'nobody'}`,
  ]);
}

function describeQuestion(question: Session['open_questions'][number], { line, nameSeat }: Printing): string {
  const { id, text, raised_by: by, round, status, answer, answered_by: answerer } = question;
  return point(`${inline(id)} ${line(text) || '–'} (${status})`, [
    ...(by.length === 0 ? [] : [`Asked by ${by.map(nameSeat).join(', ')} in round ${round}`]),
    after(`Answered${answerer === null ? '' : ` by ${inline(answerer)}`}`, line(answer ?? '')),
    after('For', line(question.for_whom)),
    after('Until', line(question.until)),
    after('Meanwhile', line(question.meanwhile)),
  ]);
}

function describeEscalation(escalation: Escalation, { session, line, nameSeat }: Printing): string {
  const { id, round, positions, recommendation } = escalation;
  const day =
    escalation.answered_at === null ? '' : ` on ${inline(readDay(escalation.answered_at, session))}`;
  return point(`${inline(id)}, after round ${round}: ${inline(sayTrigger(escalation))}`, [
    ...groupPositions(positions).map(
      ({ seats, text }) => `${seats.map(nameSeat).join(', ')}: ${line(text) || '–'}`,
    ),
    after('Recommended', recommendation === null ? '' : line(sayRecommended(escalation, session))),
    after(`Answer${day}`, line(endSentence(beginSentence(sayAnswer(escalation, { accepted: '' }))))),
  ]);
}
