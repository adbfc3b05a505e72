/** What the synthesizer is asked: what connects the items into the final document. */
import { standsNowhere } from '../../domain/evidence.ts';
import type { Agent } from '../../domain/library.ts';
import type { PromptBlock } from '../../domain/model-request.ts';
import type { Table } from '../../domain/ports.ts';
import type { Item, Statement } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { isSameText } from '../rules/same-text.ts';
import { isBlocked } from '../rules/stances.ts';
import { markEvidence } from './look.ts';
import type { Naming } from './seat-names.ts';
import { buildStable, buildSystem, createFence, describeLanguage, joinParts, section } from './shared.ts';
import { describeDecisions, describeGuidance, describeItem, describeStatement, oneLine } from './standing.ts';

const rules = [
  'You write from the record and from nothing else. What is not in it is not in the document.',
  'The items are printed word for word, each with its support: do not repeat or reword them. You write what connects them: what the question was, what the ways were, why one was taken, what follows from it.',
  'The reader has two minutes. The first sentence says what was decided, or what was not; the next three say why.',
  'Call agreed only what stands under "Agreed"; call contested what stands under "Contested". The program prints conflicts, dissent and votes itself, and your text must not contradict them.',
  'Cite the rounds and seats that a point comes from, and only where that seat said it in that round; what was raised in the review is named by its id. A citation that does not hold is marked in public.',
  'A number that its seat assumed stays an assumed one. Where a point of the review says that something is missing or wrong, do not write against it.',
  'Plain, exact sentences. No praise, no filler, no words such as "robust", "seamless" or "best".',
];

/** The writer when nobody else was named: the facilitator's task of leading is over. */
const writerBody =
  'You write the document that a panel of specialists will put their names under. You took no part in the discussion and hold no opinion on the matter.';

/** The system prompt of the synthesizer. */
export function buildSynthesizerSystem(agent: Agent, session: Session): PromptBlock[] {
  const isFacilitator = agent.id === session.facilitator.agent;
  return buildSystem(isFacilitator ? { ...agent, body: writerBody } : agent, rules, session);
}

/** The prompt for the draft: the whole record in its short form. */
export function buildDraftPrompt(session: Session, table: Table, naming: Naming): PromptBlock[] {
  const fence = createFence(session);
  const block = (title: string, label: string, lines: readonly string[]): string | null =>
    section(title, fence(label, lines.join('\n')));
  const round = session.total_rounds + 1;
  const live = session.artifacts.filter(({ raised_in: raisedIn }) => raisedIn === 'round');
  const open = live.filter(({ status }) => status === 'open');
  const agreed = live.filter(({ status }) => status === 'agreed');
  const groups: [title: string, label: string, items: Item[]][] = [
    ['Agreed, by count', 'agreed', agreed.filter((item) => item.decided_by === 'count')],
    [
      'Accepted by a policy, since nobody was there to decide',
      'accepted',
      agreed.filter((item) => item.decided_by === 'policy'),
    ],
    ['Contested: somebody blocks it', 'contested', open.filter(isBlocked)],
    [
      'Not settled: too few support it, and nobody blocks it',
      'open',
      open.filter((item) => !isBlocked(item)),
    ],
    ['Replaced by a decision of the person', 'replaced', listGivenWay(session)],
    ['Rejected', 'rejected', live.filter(({ status }) => status === 'rejected')],
  ];
  const last = session.rounds.at(-1);
  return [
    buildStable(session, table, { naming, agenda: 'topics', map: false }),
    {
      cache: false,
      text: joinParts([
        section(
          'Minutes',
          session.rounds
            .map((entry) => fence(`round ${entry.round}`, describeRound(entry, session, naming)))
            .join('\n'),
        ),
        block(
          'Decided by the person',
          'decisions',
          [describeDecisions(session, naming), ...describeEscalations(session, naming)].filter(
            (text) => text !== '',
          ),
        ),
        block('Advice of the person', 'advice', [describeGuidance(session, { naming, round })]),
        ...groups.map(([title, label, items]) =>
          block(
            title,
            label,
            items.map((item) => describeForWriter(item, naming)),
          ),
        ),
        block(
          'Conflicts',
          'conflicts',
          session.conflicts.map(({ id, status, description, positions, resolution, resolution_type: type }) =>
            [
              `${id} (${status}): ${naming.text(description)}`,
              ...positions.map(
                ({ seat, text, round: said }) =>
                  `  ${naming.seat(seat)} (round ${said}): ${naming.text(oneLine(text))}`,
              ),
              ...(resolution === null ? [] : [`  Settled (${type}): ${naming.text(resolution)}`]),
            ].join('\n'),
          ),
        ),
        block(
          'Raised in the review, not voted on',
          'review',
          session.artifacts
            .filter(({ raised_in: raisedIn }) => raisedIn === 'review')
            .map(
              ({ id, text, rationale, proposed_by: by }) =>
                `${id} ${by.map(({ seat }) => naming.seat(seat)).join(', ')}: ${naming.text(oneLine(text))}${rationale === '' ? '' : ` Because: ${naming.text(oneLine(rationale))}`}`,
            ),
        ),
        block(
          'Not taken up',
          'not taken',
          session.statements
            .filter(({ not_taken: reason }) => reason !== null)
            .map(
              (statement) =>
                `${naming.seat(statement.seat)} (round ${statement.round}) ${describeStatement(statement, naming)} [${naming.text(statement.not_taken ?? '')}]`,
            ),
        ),
        block(
          'Open questions',
          'questions',
          session.open_questions
            .filter(({ status }) => status === 'open')
            .map(({ id, text }) => `${id}: ${naming.text(text)}`),
        ),
        block(
          'Topics of the agenda that are not covered, or only in part',
          'coverage',
          session.agenda
            .filter(({ status }) => status !== 'covered')
            .map((topic) => `${topic.id}: ${topic.status}`),
        ),
        block(
          'The facilitator recommends',
          'recommendation',
          last?.recommendation ? [naming.text(last.recommendation)] : [],
        ),
        section(
          'Your task',
          joinParts([
            table.document.brief,
            session.guidance.length === 0
              ? null
              : "Say in the summary or the consequences what came of the person's advice, with the ids of the items.",
            describeLanguage(session),
          ]),
        ),
      ]),
    },
  ];
}

/** Items that a decision of the person took the place of: the ways that were not taken. */
function listGivenWay(session: Session): Item[] {
  const decided = session.artifacts.filter(({ decided_by: by }) => by === 'user').map(({ id }) => id);
  return session.artifacts.filter(({ replaced_by: by }) => by !== null && decided.includes(by));
}

/** An item with everything that a writer needs to know about it: wording, stances with reasons, rationale, who put it forward. */
function describeForWriter(item: Item, naming: Naming): string {
  const by = item.proposed_by.map(({ seat, round }) => `${naming.seat(seat)} in round ${round}`).join(', ');
  return `${describeItem(item, { naming, stances: true, short: false, because: Number.POSITIVE_INFINITY })}${by === '' ? '' : ` Put forward by ${by}.`}`;
}

function describeEscalations(session: Session, naming: Naming): string[] {
  return session.escalations
    .filter(({ status, decision }) => status === 'answered' && decision === 'continue')
    .map(
      ({ id, extra_rounds: rounds, reason }) =>
        `${id}: asked (${naming.text(reason)}), the person granted ${rounds === 1 ? 'one more round' : `${rounds} more rounds`} instead of deciding.`,
    );
}

/** A statement; where an item has its very words, that item's id stands for them. */
function describeSaid(statement: Statement, session: Session, naming: Naming): string {
  const same = session.artifacts.find(
    ({ id, text, raised_in: raisedIn, status }) =>
      raisedIn === 'round' &&
      (status === 'open' || status === 'agreed' || status === 'rejected') &&
      statement.items.includes(id) &&
      isSameText(text, statement.text),
  );
  return same === undefined ? describeStatement(statement, naming) : `${statement.id}: as ${same.id} says`;
}

function describeRound(round: Session['rounds'][number], session: Session, naming: Naming): string {
  const answers = round.answers.map(({ seat, position, concerns, cause }) => {
    const own = <Entry extends { seat: string }>(list: readonly Entry[]): Entry[] =>
      list.filter((entry) => entry.seat === seat);
    const lines = [
      `${naming.seat(seat)}: ${naming.text(oneLine(position))}`,
      ...(cause === null ? [] : [`  Changed its position because: ${naming.text(oneLine(cause))}`]),
      ...own(session.statements)
        .filter((statement) => statement.round === round.round && statement.raised_in === 'round')
        .map((statement) => `  ${describeSaid(statement, session, naming)}`),
      ...(concerns.length === 0 ? [] : [`  Concerns: ${naming.text(concerns.map(oneLine).join('; '))}`]),
      ...own(round.facts)
        .filter((fact) => !standsNowhere(fact.evidence))
        .map(({ text, evidence }) => `  Fact: ${naming.text(oneLine(text))}${markEvidence(evidence)}`),
      ...own(round.context_challenges).map(
        ({ text }) => `  Challenges the context: ${naming.text(oneLine(text))}`,
      ),
      ...own(round.assumptions).map(({ text }) => `  Assumes: ${naming.text(oneLine(text))}`),
    ];
    return lines.join('\n');
  });
  return [
    `Question: ${naming.text(round.question)}`,
    ...answers,
    `Synthesis: ${naming.text(round.synthesis)}`,
  ].join('\n');
}
