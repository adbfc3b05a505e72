/** `s2s roundtable guide`: guidance for the panel, also when another process runs the session. */

import { cleanText } from '../../text/clean-text.ts';
import { describeCommand } from '../parser/command-descriptor.ts';
import { shortenSession } from '../session-argument.ts';
import { readWords } from './roundtable-say.ts';

export const guideCommand = describeCommand<[string[]]>({
  path: 'roundtable guide',
  description: 'Give the panel guidance, even while the discussion is running',
  arguments: [
    {
      usage: '<words...>',
      description: 'a session id (default: the current one), then your guidance',
      values: 'sessions',
    },
  ],
  examples: [
    's2s roundtable guide "Ignore the budget; it is decided elsewhere"',
    's2s roundtable guide last "Think of the people on call"',
  ],
  exits: { 0: 'recorded', 2: 'no such session, or it has ended', 5: 'file' },
  run: async ({ words: [words] }, { app }) => {
    const given = readWords(words, 'guide');
    const { sessionId: id, running } = await app.guide(given);
    const { open, look } = await shortenSession(app, id);
    const when = running ? 'after this round' : 'when the session is resumed';
    return {
      json: { session_id: id, running },
      text: `Recorded for ${id}: ${cleanText(given.text.trim())}\nThe panel gets it ${when}.`,
      next: [running ? `s2s roundtable show${look}` : `s2s roundtable resume${open}`],
    };
  },
});
