/** At a terminal, offers a new limit when one was reached, so that the person need not type another command. */
import type { LimitOptions } from '../../app/options.ts';
import type { RunReport } from '../../app/results.ts';
import { offerLimit, sayPause } from '../../wording/pause.ts';
import type { ActionContext } from '../action-context.ts';
import { openAsker } from './ask-person.ts';

/** The options with which to resume; null to stay paused. */
export async function askLimit(
  { reason, detail, session }: RunReport,
  context: ActionContext,
): Promise<LimitOptions | null> {
  if (!context.modes.interactive || context.stop.aborted || detail?.code !== 'limit') return null;
  const asker = await openAsker(context);
  asker.say(sayPause(reason ?? 'budget', detail));
  if (detail.limit === 'total_timeout') {
    const again = await asker.confirm('Continue for as long again?', false);
    return again === true ? { totalTimeout: detail.need } : null;
  }
  const name = detail.limit === 'max_cost' ? 'cost limit in USD' : 'token limit';
  const offer = offerLimit(session)?.value ?? Math.ceil(detail.need * 2);
  for (let question = `New ${name}, for example ${offer} (empty to stay paused):`; ; ) {
    const text = await asker.askText(question);
    if (typeof text !== 'string' || text === '') return null;
    const limit = Number(text.replace(/^\$/, ''));
    if (detail.limit === 'max_cost' && limit > detail.have) return { maxCost: limit };
    if (detail.limit === 'max_tokens' && limit > detail.have) return { maxTokens: Math.ceil(limit) };
    question = `A number above ${detail.have}, which is used. New ${name} (empty to stay paused):`;
  }
}
