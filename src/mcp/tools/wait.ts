/** The tool that waits for news of a discussion, and lets the client ask the person meanwhile. */
import * as z from 'zod';
import type { SessionView } from '../../app/results.ts';
import { untilAborted } from '../../app/until-aborted.ts';
import type { Asking } from '../person-form.ts';
import { describeDecision, describeTurn, type Matter } from '../person-matters.ts';
import { nameTurn } from '../session-state.ts';
import { lookAt, readState, tellSession } from '../tell-session.ts';
import { type Call, describeTool, sessionId } from '../tool.ts';

/** The longest wait in seconds. Clients give up a call after 60 s, and the work before and after the wait takes time too. */
const longest = 40;
/** Milliseconds between two looks at a session that another process runs. */
const lookEvery = 2000;

export const waitTool = describeTool({
  name: 'roundtable_wait',
  title: 'Wait for a roundtable',
  description: `Waits until a discussion has news after the cursor, needs the person, or has ended, ${longest} s at most, and returns its state. Costs nothing; the discussion runs whether you wait or not. While the result says that it runs, call again with the new cursor.`,
  input: z.strictObject({
    session_id: sessionId,
    cursor: z
      .string()
      .regex(/^\d{1,6}$/, 'must be a cursor as a result gave it')
      .optional()
      .describe('The cursor of the last result; without it everything from the first round on is news.'),
    timeout_seconds: z
      .number()
      .min(0)
      .optional()
      .describe(`How long to wait at most; ${longest} when absent, and never longer.`),
  }),
  isReadOnly: true,
  callsModels: false,
  run: async ({ session_id: named, cursor = '0', timeout_seconds: seconds = longest }, call) => {
    const since = Number(cursor);
    const limit = call.limit(Math.min(seconds, longest) * 1000);
    for (;;) {
      const view = await lookAt(named, call);
      const { session } = view;
      const { running } = readState(view, call, since);
      if (running === 'no') {
        const asked = await askPerson(view, call);
        if (asked === 'again') continue;
        if (asked !== 'told') return asked;
      }
      if (running === 'no' || session.rounds.length > since || limit.aborted) {
        const told = await tellSession(session.id, call, { since });
        // If the run ended after the session was read, the person has not been asked yet.
        if (running === 'no' || told['running'] !== 'no' || limit.aborted) return told;
        continue;
      }
      await untilChange(session.id, { call, limit });
    }
  },
});

/** Waits for the next round, the end of the run, or the limit, and reports progress to the client meanwhile. */
async function untilChange(id: string, { call, limit }: { call: Call; limit: AbortSignal }): Promise<void> {
  const own = call.discussions.find(id);
  if (own === null) {
    await untilAborted(call.limit(lookEvery), limit);
    call.progress('another process runs the discussion');
    return;
  }
  const { saves } = own;
  while (!limit.aborted && own.saves === saves && call.discussions.find(id) === own) {
    call.progress(own.activity);
    await own.nextChange(limit);
  }
  call.progress(own.activity);
}

/** Lets the client show the person the matter that waits. `again`: the session has changed; `told`: the result has to mention the matter. */
async function askPerson(view: SessionView, call: Call): Promise<Asking | 'again' | 'told'> {
  const matter = findMatter(view, call);
  if (matter === null) return 'told';
  const answer = call.form.read(matter.id);
  if (answer === null) return { ask: { key: matter.id, ...matter.form } };
  if (answer.action === 'accept') {
    await matter.settle(answer.content ?? {}, call);
    return 'again';
  }
  call.declined.add(`${matter.session}/${matter.id}`);
  return 'told';
}

/** The first matter that this client can show the person, or null. */
function findMatter(view: SessionView, { declined, form }: Call): Matter | null {
  const { session } = view;
  if (!form.isShown || session.status !== 'paused') return null;
  const pending = session.escalations.filter(({ status }) => status === 'pending');
  const escalation = pending.find(({ id }) => !declined.has(`${session.id}/${id}`));
  if (escalation !== undefined) return describeDecision(session, escalation);
  if (pending.length > 0 || session.pause_reason !== 'waiting-for-person') return null;
  return declined.has(`${session.id}/${nameTurn(session)}`) ? null : describeTurn(view);
}
