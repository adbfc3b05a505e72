/** The tool that continues a discussion. */
import * as z from 'zod';
import { S2sError } from '../../session/errors.ts';
import { findWait } from '../../session/session-head.ts';
import { tellSession } from '../tell-session.ts';
import { describeTool, sessionId } from '../tool.ts';

export const resumeTool = describeTool({
  name: 'roundtable_resume',
  title: 'Continue a roundtable',
  description:
    'Continues a session that was paused or interrupted, within its limits. Answers that had arrived are not paid for again. Returns at once; then call roundtable_wait. What waits for the person comes first: roundtable_answer or roundtable_say.',
  input: z.strictObject({ session_id: sessionId }),
  isReadOnly: false,
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
