/** `s2s roundtable guide`: advice to the panel, also when another process runs the session. */

import { cleanText } from '../text/clean-text.ts';
import { describeCommand } from './command-descriptor.ts';
import { readWords } from './roundtable-say.ts';
import { shortenSession } from './session-argument.ts';

export const guideCommand = describeCommand<[string[]]>({
  path: 'roundtable guide',
  description: 'Give the panel advice, also while the discussion runs elsewhere',
  arguments: [
    {
      usage: '<words...>',
      description: 'a session id (the current one when absent), then your advice',
      values: 'sessions',
    },
  ],
  examples: [
    's2s roundtable guide "Leave the budget out of it: that is decided elsewhere"',
    's2s roundtable guide last "Think of the people on call"',
  ],
  exits: { 0: 'kept until the panel hears it', 2: 'no such session, or it has ended', 5: 'file' },
  next: 's2s roundtable show',
  run: async ({ words: [words] }, { app }) => {
    const given = readWords(words, 'guide');
    const { sessionId: id, running } = await app.guide(given);
    const { open, look } = await shortenSession(app, id);
    const when = running ? 'at the end of the round' : 'when the session is resumed';
    return {
      json: { session_id: id, running },
      text: `Recorded for ${id}: ${cleanText(given.text.trim())}\nThe panel hears it ${when}.`,
      next: [running ? `s2s roundtable show${look}` : `s2s roundtable resume${open}`],
    };
  },
});
