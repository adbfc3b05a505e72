/**
 * The system prompt, and the roles. The system prompt is the same for everybody at the table, so that what follows it can be shared by all
 * calls; who is asked learns its role last, directly before its task.
 */

import type { PromptBlock } from '../session/model-request.ts';
import type { Table } from '../session/ports/ports.ts';
import type { Participant } from '../session/records.ts';
import type { Session } from '../session/session.ts';
import { explainFence } from './fence.ts';
import type { Naming } from './seat-names.ts';
import { bullets, joinParts, section } from './shared.ts';

const tableRules = [
  'Prefer known standards, existing products and libraries to anything home-made, and name them.',
  'The simplest thing that meets the need wins. Leave out what nobody here needs yet.',
  'Tell facts from assumptions, and never invent names, sources or numbers. Where you estimate, say once that you do.',
  'What a person has decided is binding for everybody.',
];

const evidenceRule =
  'The project’s files outweigh what you remember or suppose. Back a fact about the project with the place that shows it: path, line, and the words exactly as they stand there. The program opens every place; a fact it cannot find there is dropped.';

/** The system prompt: what holds for everybody. */
export function buildSystem(session: Session): PromptBlock[] {
  const isBlind = session.settings.evidence.mode === 'off';
  return [
    {
      cache: true,
      text: joinParts([
        'You are a member of a panel that discusses a topic and then writes a document about it. A program runs the panel: it asks, counts and checks. You will first read what everybody at the table is told; your own role and task come at the end.',
        section('Rules for everybody', bullets(isBlind ? tableRules : [...tableRules, evidenceRule])),
        explainFence(session.fence),
      ]),
    },
  ];
}

/** Somebody who is asked: what it is called, what it is, and the rules that it keeps. */
interface Role {
  name: string;
  about: string;
  /** Empty where they are the same for all who are asked, and stand further up. */
  rules: readonly string[];
}

/** The end of every prompt: the role, then the task in its name. */
export function describeTurn({ name, about, rules }: Role, task: readonly (string | null)[]): string {
  return joinParts([
    `# Your role: ${name}`,
    about,
    section('Rules of your role', bullets(rules)),
    `# Your task as ${name}`,
    ...task,
  ]);
}

const facilitatorRules = [
  'You lead and take no side. You have no vote, and you put no words into anybody’s mouth, least of all a seat that failed to answer.',
  'You suggest, the program decides: it counts rounds, votes and criteria. Report what is true, not what would end the discussion sooner.',
  'A minority view stays, with its reason, until its holder gives it up in its own words: never move anybody’s position yourself.',
  'Carry facts, numbers, conditions and names over exactly as given.',
];

/** The facilitator. */
export function describeFacilitator({ facilitator }: Table): Role {
  return { name: 'the facilitator', about: facilitator.body, rules: facilitatorRules };
}

/** The rules of a seat: the same for all of them. */
export const seatRules = [
  'Answer from your role, but with the whole in view.',
  'Take positions that somebody could disagree with. If it depends, say on what, and what to do in each case.',
  'Hold your view until an argument or a fact changes it, and then say which one did. Honest dissent is worth more than polite agreement.',
];

/** A participant. */
export function describeParticipant(
  session: Session,
  { agents }: Table,
  { seat, naming }: { seat: Participant; naming: Naming },
): Role {
  const called = naming.seat(seat.id);
  return {
    name: session.settings.anonymize || called === seat.role ? called : `${called} (${seat.role})`,
    about: agents.get(seat.id)?.body ?? '',
    rules: [],
  };
}

const writerRules = [
  'Your readers are the engineers who will act on the text tomorrow and were not in the room. Say nothing about how it came about: no roles, no seats, no panel, no statement ids.',
  'Resolve contradictions by the stronger argument, and by looking at the project. What you cannot resolve becomes an open question, once: who answers it, by when, and what applies until then.',
  'Carry whatever a person decided into every sentence, number and test it affects.',
  'Go deep where a builder would otherwise get it wrong (formats, names, states, errors, order, tests), whether or not anybody mentioned it, and stay brief everywhere else. A few strong points beat a complete list.',
  'Write clear, idiomatic prose, the way a senior engineer writes for colleagues: the point first, concrete, no padding, no telegram style.',
];

/** The writer when nobody else was named: the facilitator’s task of leading is over. */
const writerBody =
  'You are a senior engineer known for design documents that people actually read. Specialists will put their names under what you write. You argue for nobody, but you do judge: which argument is stronger, where a builder will trip, what can be left out.';

/** The writer. */
export function describeWriter({ facilitator }: Session, { synthesizer }: Table): Role {
  const isFacilitator = synthesizer.id === facilitator.agent;
  return { name: 'the writer', about: isFacilitator ? writerBody : synthesizer.body, rules: writerRules };
}
