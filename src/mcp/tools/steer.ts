/** The tools that look at a session or steer it, and call no model themselves. */
import * as z from 'zod';
import { S2sError } from '../../session/errors.ts';
import { findWait } from '../../session/session-head.ts';
import { tellSession } from '../tell-session.ts';
import { describeTool, endOwnRun, sessionId } from '../tool.ts';

const shared = { input: z.strictObject({ session_id: sessionId }), isReadOnly: false, callsModels: false };

export const statusTool = describeTool({
  ...shared,
  name: 'roundtable_status',
  title: 'State of a roundtable',
  description:
    'Returns the state of a session: whether it runs, its newest round, what waits for the person, its cost, its result. Costs nothing. To follow a discussion, use roundtable_wait.',
  isReadOnly: true,
  run: async ({ session_id: session }, call) => {
    const { id, rounds } = await call.app.get({ session });
    return tellSession(id, call, { since: Math.max(0, rounds.length - 1) });
  },
});

export const guideTool = describeTool({
  ...shared,
  name: 'roundtable_guide',
  title: 'Give the panel advice',
  description:
    'Gives the panel a fact or a constraint for its next question, even while the discussion is running; recorded as advice from an assistant. It decides nothing: the panel weighs it. Costs nothing.',
  input: shared.input.extend({
    text: z.string().min(1).max(4000).describe('The advice, in a sentence or two.'),
  }),
  hasKey: true,
  run: async ({ session_id: session, text }, call) => {
    const { sessionId: id, running } = await call.app.guide({ session, text, by: 'assistant' });
    const when = running ? 'at the end of its round' : 'when the session is resumed';
    return tellSession(id, call, { did: `The panel gets it ${when}.` });
  },
});

export const pauseTool = describeTool({
  ...shared,
  name: 'roundtable_pause',
  title: 'Pause a roundtable',
  description:
    'Stops a discussion so that it costs nothing more: at once if this server runs it, after its round if another process does. Finished answers are saved.',
  run: async ({ session_id: session }, call) => {
    const { id } = await call.app.get({ session });
    if (await endOwnRun(id, call)) return tellSession(id, call, { did: 'Paused.' });
    await call.app.pause({ session: id });
    return tellSession(id, call, { did: 'Another process runs it; it pauses after its round.' });
  },
});

export const resumeTool = describeTool({
  ...shared,
  name: 'roundtable_resume',
  title: 'Continue a roundtable',
  description:
    'Continues a session that was paused or interrupted, within its limits. Answers that had arrived are not paid for again. Returns at once; then call roundtable_wait. What waits for the person comes first: roundtable_answer or roundtable_say.',
  hasKey: true,
  callsModels: true,
  run: async ({ session_id: session }, call) => {
    const stored = await call.app.get({ session });
    const { id } = stored;
    if (call.discussions.find(id) !== null) return tellSession(id, call, { did: 'It runs already.' });
    const waitsFor = findWait(stored);
    if (waitsFor !== null)
      throw new S2sError('NEEDS_INPUT', `The session waits for the person: their ${waitsFor} comes first.`);
    await call.discussions.begin((run) => call.app.resume({ session: id, ...run }), call.signal);
    return tellSession(id, call, { did: 'The discussion goes on by itself.' });
  },
});

export const skipTool = describeTool({
  ...shared,
  name: 'roundtable_skip',
  title: 'Let a roundtable conclude',
  description:
    'Ends the discussion after its open round and lets the panel write its text from what there is. Use it when the person has heard enough.',
  run: async ({ session_id: session }, call) => {
    const { sessionId: id, running } = await call.app.skip({ session, by: 'assistant' });
    const when = running ? 'after its open round' : 'as soon as it continues';
    return tellSession(id, call, { did: `It concludes ${when}.` });
  },
});

export const closeTool = describeTool({
  ...shared,
  name: 'roundtable_close',
  title: 'Close a roundtable',
  description:
    'Ends a session for good, without a document; it cannot be continued. What was said is kept. Use it only when the person asks for it.',
  isFinal: true,
  run: async ({ session_id: session }, call) => {
    const { id } = await call.app.get({ session });
    await endOwnRun(id, call);
    await call.app.close({ session: id });
    return tellSession(id, call, { did: 'Closed.' });
  },
});
