/** What the synthesizer is asked: the content of the final document. */

import type { Agent } from '../../domain/library.ts';
import type { PromptBlock, Table } from '../../domain/ports.ts';
import type { Session } from '../../domain/session.ts';
import { fenceText } from './fence.ts';
import type { Naming } from './seat-names.ts';
import { buildStable, buildSystem, bullets, describeLanguage, joinParts, section } from './shared.ts';

const rules = [
  'You write from the minutes and from nothing else. What is not in them is not in the document.',
  'Cite for every item the rounds and seats it comes from. A citation that does not hold is marked in public.',
  'Do not smooth over: the program adds open conflicts, dissent and votes itself, and your text must not contradict them.',
  'Plain, exact sentences. No praise, no filler, no words such as "robust", "seamless" or "best".',
];

/** The system prompt of the synthesizer. */
export function buildSynthesizerSystem(agent: Agent, session: Session): PromptBlock[] {
  return buildSystem(agent, bullets(rules), session);
}

/** The prompt for the draft: the whole record in its short form. */
export function buildDraftPrompt(session: Session, table: Table, naming: Naming): PromptBlock[] {
  const fence = (label: string, text: string): string => fenceText(label, naming.text(text), session.fence);
  return [
    buildStable(session, table, { naming, agenda: 'topics' }),
    {
      cache: false,
      text: joinParts([
        section(
          'Minutes',
          session.rounds
            .map((round) => fence(`round ${round.round}`, describeRound(round, naming)))
            .join('\n'),
        ),
        section(
          'Agreed',
          list(
            session.consensus.map(({ id, text }) => `${id}: ${text}`),
            fence,
            'agreed',
          ),
        ),
        section(
          'Conflicts',
          list(
            session.conflicts.map(({ id, status, description, positions, resolution }) =>
              [
                `${id} (${status}): ${description}`,
                ...positions.map((position) => `  ${naming.seat(position.seat)}: ${position.text}`),
                ...(resolution === null ? [] : [`  Settled: ${resolution}`]),
              ].join('\n'),
            ),
            fence,
            'conflicts',
          ),
        ),
        section(
          'Artifacts',
          list(
            session.artifacts
              .filter(({ status }) => status !== 'withdrawn')
              .map((artifact) => {
                const seats = artifact.proposed_by.map(naming.seat).join(', ');
                const extra =
                  artifact.acceptance.length === 0
                    ? ''
                    : ` Accepted when: ${artifact.acceptance.map(dropStop).join('; ')}.`;
                return `${artifact.id} ${artifact.title}: ${artifact.text}${extra} (round ${artifact.round}; ${seats})`;
              }),
            fence,
            'artifacts',
          ),
        ),
        section(
          'Decisions by a person',
          list(
            session.escalations
              .filter(({ status }) => status === 'answered')
              .map(
                ({ id, reason, decision, text }) =>
                  `${id}: ${dropStop(reason)}. ${decision}${text === null ? '' : `: ${text}`}`,
              ),
            fence,
            'decisions',
          ),
        ),
        section(
          'Open questions',
          list(
            session.open_questions.filter(({ status }) => status === 'open').map(({ text }) => text),
            fence,
            'questions',
          ),
        ),
        section('Your task', joinParts([table.document.brief, describeLanguage(session)])),
      ]),
    },
  ];
}

function list(
  lines: readonly string[],
  fence: (label: string, text: string) => string,
  label: string,
): string {
  return lines.length === 0 ? '' : fence(label, lines.join('\n'));
}

function describeRound(round: Session['rounds'][number], naming: Naming): string {
  const answers = round.answers.map(({ seat, position }) => {
    const facts = round.facts.filter((fact) => fact.seat === seat).map(({ text }) => text);
    return `${naming.seat(seat)}: ${position}${facts.length === 0 ? '' : ` Facts: ${facts.join('; ')}`}`;
  });
  return [`Question: ${round.question}`, ...answers, `Synthesis: ${round.synthesis}`].join('\n');
}

/** A sentence without its full stop, to go on behind it. */
function dropStop(text: string): string {
  return text.trim().replace(/(?<!\.)\.$/, '');
}
