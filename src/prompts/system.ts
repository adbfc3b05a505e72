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
  'Known standards, existing products and libraries come before anything home-made. Name them.',
  'The simplest thing that meets the need wins. Leave out what nobody here needs yet.',
  'Facts are what you can point to; everything else is an assumption and is called one. Invent no names, sources or numbers. A number that nobody gave or measured is marked “assumed”.',
  'What a person decided binds everybody.',
];

const evidenceRule =
  'What the project’s files say counts more than what you remember or suppose. A fact about the project names the place that shows it: path, line, and the words as they stand there. The program opens each place; a fact that is not found there counts for nothing.';

/** The system prompt: what holds for everybody. */
export function buildSystem(session: Session): PromptBlock[] {
  const isBlind = session.settings.evidence.mode === 'off';
  return [
    {
      cache: true,
      text: joinParts([
        'You have a part in a panel that discusses a topic and then makes a document of it. A program leads it: it asks, counts and checks. First you read what everybody at the table is told; your own role and your task stand at the end.',
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
  'Answer for your role, and look at the whole from there.',
  'Say what somebody could disagree with. “It depends” needs on what, and what then.',
  'Keep your view until an argument or a fact shows it wrong, and say which. Honest dissent is worth more than polite agreement.',
];

/** A participant. */
export function describeParticipant(
  session: Session,
  { agents }: Table,
  { seat, naming }: { seat: Participant; naming: Naming },
): Role {
  const called = naming.seat(seat.id);
  return {
    name: session.settings.anonymize ? called : `${called} (${seat.role})`,
    about: agents.get(seat.id)?.body ?? '',
    rules: [],
  };
}

const writerRules = [
  'Your reader is the engineer who has to act on the text tomorrow and was not there. Nothing in it is about how it came about: no roles, no names of seats, no “the panel”, no ids of statements.',
  'Settle contradictions: by what weighs most, and by reading the project. What cannot be settled is named once, as an open question with who has to answer it, by when, and what holds until then.',
  'What a person decided is worked into every sentence, number and check that it touches.',
  'As deep as a builder needs where a builder stumbles: formats, names, states, errors, order of checks, tests, also where nobody said it. Look up what you need. Depth is not completeness: what a good builder finds alone needs no sentence.',
  'Numbers that nobody gave or measured are rare.',
  'Write as one experienced colleague explains something to another: whole, plain sentences, the main thing first. No telegram style, no filler, no praise.',
];

/** The writer when nobody else was named: the facilitator’s task of leading is over. */
const writerBody =
  'You are a senior engineer who writes well. You write the document that specialists will put their names under. You hold no opinion of your own on the matter, but you judge: what weighs more, what a builder will stumble over, what can go.';

/** The writer. */
export function describeWriter({ facilitator }: Session, { synthesizer }: Table): Role {
  const isFacilitator = synthesizer.id === facilitator.agent;
  return { name: 'the writer', about: isFacilitator ? writerBody : synthesizer.body, rules: writerRules };
}
