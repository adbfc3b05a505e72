/** Where a session comes from: its settings and inputs, what it cost, and whether its journal is as it was written. */

import { countTokens } from '../../session/rules/usage.ts';
import type { Session } from '../../session/session.ts';
import { formatPlural } from '../../wording/format-numbers.ts';
import { inline, shown } from '../markdown/text.ts';
import { isChanged } from '../parts/notices.ts';

/** Points of a list. */
export function describeOrigin(session: Session, ids: ReadonlyMap<string, string>): string[] {
  const { outcome, text, usage, inputs } = session;
  const moved = [...ids].filter(([id, published]) => id !== published);
  const cost = usage.cost_usd === null ? 'cost unknown' : `${usage.cost_usd.toFixed(4)} USD`;
  return [
    `Session: ${inline(session.id)}`,
    `Topic: ${shown(session.topic)}`,
    `Discussion: ${session.workflow_type}, strategy ${inline(session.strategy)}, ${session.rounds.length} of at most ${session.settings.max_rounds} rounds, seed ${session.seed}`,
    `Result: ${outcome === null ? 'none yet' : `${outcome.result}, ended by ${outcome.ended_by}`}`,
    text === null
      ? 'Text: none yet'
      : `Text: version ${text.version}, written by the ${text.written_by}, last calls: ${text.last_calls}, ${text.frozen_hash === null ? 'not voted on' : `put to the vote as ${inline(text.frozen_hash)}${isChanged(session) ? ', and changed since' : ''}`}`,
    ...(moved.length === 0
      ? []
      : [
          `Ids in the project’s file: ${moved.map(([id, published]) => `${inline(id)} is ${inline(published)}`).join(', ')}`,
        ]),
    `Inputs: agents ${inline(inputs.agents)}, strategy ${inline(inputs.strategy)}, agenda ${inline(inputs.agenda)}, context ${inline(inputs.context)}, prompts ${inline(inputs.prompts)}`,
    `Usage: ${usage.calls} calls, ${countTokens(usage)} tokens, ${cost}`,
    `Journal: sessions/${inline(session.id)}/calls.jsonl`,
    ...(session.journal_changes ?? []).map(({ line, missing, noticed_at: at }) =>
      missing !== undefined
        ? `The journal lacks ${formatPlural(missing, 'line')} from line ${line} on (noticed ${inline(at)}): what those calls and people said cannot be checked.`
        : `The journal was changed by hand at line ${line} (noticed ${inline(at)}): what is quoted from that call or person may not be what was said.`,
    ),
  ].map((line) => `* ${line}`);
}
