/** What the facilitator is asked before the first round: who of the agents there are should sit at the table. */
import type { PromptBlock } from '../session/model-request.ts';
import type { Table } from '../session/ports/ports.ts';
import type { Session } from '../session/session.ts';
import { fenceText } from './fence.ts';
import { bullets, createFence, joinParts, oneLine, section } from './shared.ts';
import { describeFacilitator, describeTurn } from './system.ts';

/** An agent that may be seated. */
export interface Candidate {
  id: string;
  role: string;
  about: string;
}

/** The prompt. `sure` are roles that sit at the table in any case, and `most` is how many may join them. */
export function buildPanelPrompt(
  session: Session,
  table: Table,
  options: { candidates: readonly Candidate[]; sure: readonly string[]; least: number; most: number },
): PromptBlock[] {
  const { candidates, sure, least, most } = options;
  const fence = createFence(session);
  const lines = candidates.map(({ id, role, about }) => `- ${id}: ${role}. ${oneLine(about)}`);
  return [
    {
      cache: false,
      text: joinParts([
        section('Topic', fence('topic', session.topic)),
        section('Project', fence('project', table.context.text)),
        section('Who may be asked', fenceText('agents', lines.join('\n'), session.fence)),
        section('At the table in any case', fence('seats', sure.join(', '))),
        describeTurn(describeFacilitator(table), [
          `Choose who sits at the table: ${least === most ? least : `${least} to ${most}`} of this list, three or four unless the topic needs more.`,
          bullets([
            'Those whose work the decision changes, and those who will see what the others overlook. Every field that the topic touches, in whatever language it is asked, has somebody who answers for it.',
            'At least two of them should want different things.',
            'Nobody for the sake of completeness: each seat costs time and money in every round.',
          ]),
        ]),
      ]),
    },
  ];
}
