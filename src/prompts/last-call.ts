/** What each seat is asked at the last call: a vote on every item of its ballot. */
import type { PromptBlock } from '../session/model-request.ts';
import type { Table } from '../session/ports/ports.ts';
import type { Conflict, Fact, Participant } from '../session/records.ts';
import type { Session } from '../session/session.ts';
import type { Item, ItemWords } from '../session/text.ts';
import { describeEnd } from './answer.ts';
import { describeExtended } from './extended-file.ts';
import type { Naming } from './seat-names.ts';
import { buildStable, bullets, createFence, describeLanguage, joinParts, section } from './shared.ts';
import { describeConflict, describeDecisions } from './standing.ts';
import { describeParticipant, describeTurn, seatRules } from './system.ts';
import {
  describeAnswers,
  describeDifference,
  describePassages,
  describeText,
  resolveMarks,
} from './text-view.ts';

/** How the rule counts, in words that hold. */
function describeRule(session: Session): string {
  const {
    mechanism,
    threshold,
    block_prevents_terminal: stops,
    stand_aside_allowed: aside,
  } = session.settings.consensus;
  const share = threshold ?? 0.6;
  const base: Record<typeof mechanism, string> = {
    majority: `An item is agreed when at least ${share} of the votes for and against are for it.`,
    weighted_majority: `An item is agreed when at least ${share} of the votes for and against are for it, weighted by stated confidence.`,
    unanimous: 'An item is agreed when everybody who votes ratifies it.',
    consent: 'An item is agreed when nobody blocks it.',
    facilitator_decides: `An item is agreed when at least ${share} of the votes for and against are for it; a tie stays open.`,
    none: 'Votes are recorded and nothing is counted.',
  };
  return [
    base[mechanism],
    'Under every rule more must ratify than block, and more than stand aside.',
    ...(stops && mechanism !== 'none' ? ['A block keeps an item from being agreed.'] : []),
    ...(aside ? [] : ['Standing aside counts as against.']),
  ].join(' ');
}

/** What became of the items of a ballot since they were last seen: in the review, or in the last call before this one. Empty where nothing did. */
function describeChanges(items: readonly Item[], dossier: readonly Fact[]): string {
  const list = (one: ItemWords): [string, string][] => [
    ...(['title', 'text', 'why', 'check', 'priority'] as const).map((name): [string, string] => [
      name,
      one[name] ?? '',
    ]),
    ...Object.entries(one.details),
  ];
  const changes = items.flatMap((item) => {
    const seen = readSeen(item);
    if (seen === null) return [];
    const before = new Map(list(seen));
    const changed = list(item).filter(([name, words]) => before.get(name) !== words);
    if (changed.length === 0) return [];
    const lines = changed.flatMap(([name, words]) => [
      `${name}:`,
      ...describeDifference(before.get(name) ?? '', words),
    ]);
    return [[`[${item.id}] ${item.title}`, ...lines].join('\n')];
  });
  return resolveMarks(changes.join('\n\n'), dossier);
}

/** The words of an item when it was last seen; null where it has not changed since it came in. */
function readSeen({ before, reviewed }: Item): ItemWords | null {
  return before ?? reviewed;
}

/** How an item of the ballot has come to be on it. */
function describeOrigin(item: Item): string {
  if (readSeen(item) !== null) return ' (changed)';
  return item.history[0]?.step === 'draft' ? ' (as it was; not everybody took it so)' : ' (new)';
}

/** The prompt for the last call. What is the same for all seats stands before what is not. */
export function buildLastCallPrompt(
  session: Session,
  table: Table,
  options: {
    seat: Participant;
    naming: Naming;
    items: readonly Item[];
    /** All items that some seat votes on. */
    called: readonly Item[];
    /** Whether the seat has seen the text before. */
    hasReviewed: boolean;
    missing: boolean;
    /** Open conflicts in which the seat holds a position. */
    held: readonly Conflict[];
  },
): PromptBlock[] {
  const { seat, naming, items, held } = options;
  const isFinal = table.document.callsOnce === true;
  const isLater = (session.text?.last_calls ?? 0) > 0;
  const mends = !isFinal && !isLater;
  const fence = createFence(session);
  const ballot = items.map((item) => {
    const asked = session.amendments.filter(
      ({ kind, targets, answer }) => kind === 'ratify-if' && targets.includes(item.id) && answer !== null,
    );
    return [
      `[${item.id}] ${item.title}${options.hasReviewed ? describeOrigin(item) : ''}`,
      ...(item.decision === null
        ? []
        : [`(carries out ${item.decision}, which holds: your vote is on what the writer made of it)`]),
      ...new Set(
        asked.map(({ answer, because }) => `(words that were asked for: ${answer}. ${naming.text(because)})`),
      ),
    ].join('\n');
  });
  const own = session.amendments.filter((one) => one.seat === seat.id && one.answer !== null);
  const role = describeParticipant(session, table, { seat, naming });
  return [
    buildStable(session, table, naming),
    {
      cache: true,
      text: joinParts([
        section('Decided by people', fence('decisions', describeDecisions(session, naming))),
        section('How votes are counted', describeRule(session)),
        section(
          'How every seat votes',
          joinParts([
            describeEnd(session),
            bullets(seatRules),
            describeLanguage(session),
            options.missing
              ? 'No vote of yours on these could be read. Vote on each of them.'
              : `${isLater ? 'A patch changed the text after the last call: vote on what it changed.' : 'This is the last call.'} The text is printed as it stands${isFinal ? ': nothing of it is changed any more' : `, but for what ratify_if ${mends ? 'and remarks lead' : 'leads'} to, which all vote on once more`}. Vote on each item of your ballot, as it stands in the text: whoever ratifies an item signs the sections that it rests on too. What is not on the ballot is settled.`,
            bullets([
              'votes: for every id ratify (you would sign it), stand_aside (you disagree but would not stop it) or block (it would do harm). What is left out is no vote.',
              `exceptions: for each that you do not ratify, the reason in a sentence${isFinal ? ' and what would lift it' : ', what would lift it, and in ratify_if the exact words with which you would ratify it, where a small change would do'}.`,
              ...(options.missing
                ? []
                : [
                    `remarks: what is still wrong in a part that you ratify or that is not on your ballot (a slip, a number, a reference), with the words that would be right. It takes back no vote${mends ? ': the writer answers it, and what it changes in an item is voted on once more' : ', and stands in the record'}. Usually empty.`,
                  ]),
            ]),
          ]),
        ),
        section('The file that this is added to', describeExtended(session, table, { isWhole: false })),
        section('The text, as it will be printed', fence('text', describeText(session, 'resolved'))),
        section(
          isLater
            ? 'What changed in items since the last call'
            : 'What changed in items since the draft was reviewed',
          fence('changes', describeChanges(options.called, session.dossier)),
        ),
        section('What changed beside them', fence('passages', describePassages(session))),
      ]),
    },
    {
      cache: false,
      text: joinParts([
        section('What became of what you asked for', fence('answers', describeAnswers(own, session, naming))),
        section('Your ballot', fence('ballot', ballot.join('\n\n'))),
        section(
          'Open conflicts in which you hold a position',
          fence('conflicts', held.map((one) => describeConflict(one, naming)).join('\n')),
        ),
        describeTurn(role, [
          'Vote on each item of your ballot, as “How every seat votes” says.',
          held.length > 0
            ? 'conflicts: for each in which you hold a position, by its id, settled true when you sign what the text makes of it, whichever side it took; else false, and because says in a sentence what you hold against it. It is printed as your dissent, and takes back no vote.'
            : null,
        ]),
      ]),
    },
  ];
}
