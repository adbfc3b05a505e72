/** What was decided in the place of the panel, and by whom. */
import type { Escalation } from '../../session/records.ts';
import { inline } from '../markdown/text.ts';
import type { Printing } from '../printing.ts';

/** Whether an escalation ended in a decision. */
export function isDecision({ status, decision }: Escalation): boolean {
  return status === 'answered' && (decision === 'accept' || decision === 'own');
}

/** Who decided: a person by name, if it is known. */
export function nameDecider(
  { answered_by: by, answered_name: name }: Escalation,
  say: Printing['say'],
): string {
  if (by === 'user') return inline(name ?? '') || say('head.person');
  return say(by === 'assistant' ? 'head.assistant' : 'head.policy');
}
