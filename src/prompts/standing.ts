/** Where things stand, as prompts tell it: decisions and guidance of people, ways, conflicts, statements, facts, questions. */

import type { PromptBlock } from '../session/model-request.ts';
import type { Conflict, Fact, Statement } from '../session/records.ts';
import { cutText } from '../session/rules/cut-text.ts';
import type { Session } from '../session/session.ts';
import { fenceText } from './fence.ts';
import type { Naming } from './seat-names.ts';
import { listUnder, oneLine, section } from './shared.ts';

/** What people decided, with the conflict that it settled. */
export function describeDecisions(session: Session, naming: Naming): string {
  const lines = session.escalations
    .filter(({ status, decision }) => status === 'answered' && decision !== 'continue')
    .map((escalation) => {
      const { id, subject, text, answered_by: by } = escalation;
      const conflict = session.conflicts.find((one) => one.id === subject);
      const about = conflict === undefined ? '' : ` on ${conflict.id} (${oneLine(conflict.description)})`;
      const who =
        by === 'user'
          ? 'A person decided'
          : by === 'assistant'
            ? 'An assistant decided'
            : 'The policy accepted';
      return `- ${id}: ${who}${naming.text(about)}: ${naming.text(oneLine(text ?? ''))}`;
    });
  return listUnder('Decided; binds everybody', lines);
}

/** What people advised. */
export function describeGuidance({ guidance }: Session, naming: Naming): string {
  const lines = guidance.map(
    ({ after_round: after, text, by }) =>
      `- after round ${after}${by === 'assistant' ? ', by an assistant' : ''}: ${naming.text(oneLine(text))}`,
  );
  const isByPeople = guidance.every(({ by }) => by !== 'assistant');
  return listUnder(isByPeople ? 'Advised by a person; to be answered' : 'Advised; to be answered', lines);
}

/** The ways on the table. */
export function describeWays({ ways }: Session, naming: Naming): string {
  const lines = ways.map((way) => {
    const list = (name: string, points: readonly string[]): string =>
      points.length === 0 ? '' : ` ${name}: ${points.map(oneLine).join('; ')}.`;
    const by =
      way.preferred_by.length === 0 ? '' : ` Preferred by ${way.preferred_by.map(naming.seat).join(', ')}.`;
    const told = `${way.meaning === '' ? '' : `: ${oneLine(way.meaning)}`}${list('For', way.for)}${list('Against', way.against)}`;
    return `- ${way.id} ${naming.text(`${oneLine(way.name)}${told}`)}${by}`;
  });
  return listUnder('Ways', lines);
}

/** Who settled a conflict, where the seats did not. */
const ends: Readonly<Record<string, string>> = {
  user: 'A person decided',
  assistant: 'An assistant decided',
  policy: 'The policy accepted',
  signed: 'Everybody in it signed how the text settles it',
};

/** A conflict with its positions and who holds them. */
export function describeConflict(conflict: Conflict, naming: Naming): string {
  const positions = conflict.positions.map(({ id, text, held_by: held, given_up_by: given }) => {
    const by =
      held.length === 0
        ? 'held by nobody now'
        : `held by ${held.map(({ seat }) => naming.seat(seat)).join(', ')}`;
    const up = given.map(
      ({ seat, because }) => `; ${naming.seat(seat)} gave it up: ${naming.text(oneLine(because))}`,
    );
    return `    ${id}: ${naming.text(oneLine(text))} (${by}${up.join('')})`;
  });
  const end =
    conflict.resolution === null
      ? ''
      : `\n    ${[ends[conflict.resolution_type ?? ''] ?? 'Settled', naming.text(oneLine(conflict.resolution))].filter((part) => part !== '').join(': ')}`;
  return `- ${conflict.id} (${conflict.status}, since round ${conflict.opened_in}): ${naming.text(oneLine(conflict.description))}\n${positions.join('\n')}${end}`;
}

/** The open conflicts. */
export function describeConflicts(session: Session, naming: Naming): string {
  const shown = session.conflicts.filter(({ status }) => status === 'open');
  return listUnder(
    'Open conflicts',
    shown.map((conflict) => describeConflict(conflict, naming)),
  );
}

/** The conflicts that are over, and how they ended. */
export function describeSettled(session: Session, naming: Naming): string {
  return session.conflicts
    .filter(({ status }) => status !== 'open')
    .map((conflict) => describeConflict(conflict, naming))
    .join('\n');
}

/** Questions that nobody has answered. */
export function describeQuestions({ open_questions: questions }: Session, naming: Naming): string {
  const lines = questions
    .filter(({ status }) => status === 'open')
    .map(
      ({ id, text, for_whom: who }) =>
        `- ${id}: ${naming.text(oneLine(text))}${who === '' ? '' : ` (for ${oneLine(who)})`}`,
    );
  return listUnder('Open questions', lines);
}

/** Statements by seat, one a line. */
export function describeStatements(statements: readonly Statement[], naming: Naming): string {
  const seats = [...new Set(statements.map(({ seat }) => seat))];
  return seats
    .map((seat) => {
      const own = statements.filter((statement) => statement.seat === seat);
      return `${naming.seat(seat)}:\n${own.map(({ id, kind, text }) => `- ${id} (${kind}) ${naming.text(oneLine(text))}`).join('\n')}`;
    })
    .join('\n');
}

/** The dossier: facts that were found, with their places. */
export function describeDossier(session: Session, naming: Naming): string {
  const found = session.dossier
    .filter((fact) => fact.found !== 'no')
    .map(
      (fact) =>
        `- ${fact.id} ${describePlace(fact)}${fact.found === null ? ' (not checked)' : fact.found === 'withheld' ? ' (the file is not shown, so not checked)' : ''}: ${naming.text(oneLine(fact.claim))}`,
    );
  return listUnder('Facts of the project, each found at its place', found);
}

/** What a seat cited and the program did not find, told to that seat alone. */
export function describeLost({ dossier }: Session, naming: Naming, reader: string): string {
  return dossier
    .filter(({ found, seats }) => found === 'no' && seats.includes(reader))
    .map(
      (fact) =>
        `- ${describePlace(fact)}, “${cutText(oneLine(fact.quote), 120, '')}”: ${naming.text(oneLine(fact.claim))}`,
    )
    .join('\n');
}

/** The dossier as a block of its own, first behind topic, project and table: review, revision and patch share it. */
export function buildDossier(session: Session, naming: Naming): PromptBlock[] {
  const facts = describeDossier(session, naming);
  const shown = section('Facts', facts === '' ? '' : fenceText('facts', facts, session.fence));
  return shown === null ? [] : [{ text: shown, cache: true }];
}

function describePlace({ path, line }: Fact): string {
  return line === null ? path : `${path}:${line}`;
}

/**
 * What the rounds before brought, oldest first, with the statements of each. What a later round adds stands behind, so that the beginning
 * stays the same; when questions and syntheses are longer than `limit`, in characters, the oldest go.
 */
export function describeRounds(session: Session, naming: Naming, limit: number): string[] {
  const texts = session.rounds.map((round) => {
    const { memory } = session.settings;
    return memory.style === 'narrative'
      ? `In round ${round.round} the question was: ${naming.text(round.question)} ${naming.text(round.synthesis)}`
      : `Round ${round.round} (${round.phase}). Question: ${naming.text(oneLine(round.question))}\n${naming.text(round.synthesis)}`;
  });
  let size = texts.reduce((sum, text) => sum + text.length, 0);
  let dropped = 0;
  while (size > limit && dropped < texts.length - 1) {
    size -= texts[dropped]?.length ?? 0;
    dropped += 1;
  }
  return session.rounds.map(({ round, question }, index) => {
    const said = describeStatements(
      session.statements.filter((statement) => statement.round === round),
      naming,
    );
    return [
      index < dropped
        ? `Round ${round}. Question: ${naming.text(oneLine(question))}\n(Its synthesis is left out for length.)`
        : (texts[index] ?? ''),
      listUnder('Statements', said === '' ? [] : [said]),
    ]
      .filter((part) => part !== '')
      .join('\n\n');
  });
}

/** Everything that stands: decisions, guidance, ways, open conflicts, questions, facts. */
export function describeStanding(session: Session, naming: Naming): string {
  return [
    describeDecisions(session, naming),
    describeGuidance(session, naming),
    describeWays(session, naming),
    describeConflicts(session, naming),
    describeQuestions(session, naming),
    describeDossier(session, naming),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
