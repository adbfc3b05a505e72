/** A text keeps to the length of its form: what is too long is asked to be mended, then to be shortened, and is frozen after that. */
import { expect, it } from 'vitest';
import { readRevisedWords } from '../../../src/prompts/revision.ts';
import { countPlainWords, fingerprintText } from '../../../src/session/rules/text-measures.ts';
import { createSession, createTable } from '../../support/roundtable-fixtures.ts';
import {
  createHandler,
  draftStep,
  holdRun,
  readPromptText,
  revisionStep,
  synthesisStep,
} from '../../support/scripted-model.ts';
import { buildText, buildTextSession } from './build-text.ts';

const table = createTable();
const words = (count: number): string => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');
const shortened = { id: 'result', title: '', body: 'One table.', from: [] };

async function hold(shorter: Record<string, unknown>) {
  const { store, requests } = await holdRun({
    session: createSession(table, { settings: { min_rounds: 1, max_rounds: 1, document_words: 300 } }),
    table,
    script: createHandler({
      synthesis: () => synthesisStep({ next_action: 'conclude' }),
      draft: (asked) =>
        asked.key.includes('/mend')
          ? revisionStep()
          : draftStep(asked, { sections: [{ id: 'result', title: 'Result', body: words(500) }] }),
      revision: ({ key }) => revisionStep(key.includes('/shorten/') ? shorter : {}),
    }),
  });
  return { session: store.last, asked: requests.map(({ key }) => key), requests };
}

it('is shortened before it is voted on, and is told which parts are the longest', async () => {
  const { session, asked, requests } = await hold({ sections: [shortened] });
  const text = asked.filter((key) => key.startsWith('text/') && key.includes('/synthesizer/'));
  expect(text).toEqual([...['draft', 'mend-draft', 'shorten'].map((step) => `text/${step}/synthesizer/1`)]);
  const request = requests.find(({ key }) => key === 'text/shorten/synthesizer/1');
  expect(request === undefined ? '' : readPromptText(request)).toMatch(
    /may have 300: .*The longest parts: result 5\d\d/,
  );
  expect(session.text).toMatchObject({ problems: [], sections: [{ id: 'result', body: 'One table.' }] });
  expect(session.text === null ? '' : fingerprintText(session.text, session.artifacts)).toBe(
    session.text?.frozen_hash,
  );
});

it('stays as it was where shortening breaks something, and is no worse a text for its length', async () => {
  const { session } = await hold({ sections: [shortened], decision: 'See [[DEC-009]].' });
  expect(session.text?.sections[0]?.body).toBe(words(500));
  expect(session.text?.problems).toMatchObject([{ code: 'too_long', at: 'text' }]);
  expect(session.outcome?.degradation).toEqual([]);
});

it.each([
  [100, 180],
  [1000, 1100],
  [1950, 2000],
])('of %i words may have %i after its revision, which corrects and does not add', (now, most) => {
  const base = { title: '', decision: '', why: [], firmness: '' };
  const sections = [{ id: 'result', title: '', body: words(now), from: [] }];
  const short = { ...table, document: { ...table.document, words: 2000 } };
  expect(readRevisedWords(buildTextSession([], { text: buildText({ ...base, sections }) }), short)).toBe(
    most,
  );
});

it('is counted without its blocks of code, which nobody reads word by word', () => {
  const texts = ['One two.', 'Three:\n\n```sh\nfd -0 | sort -z\n```\n\nfour `five`', '```\nsix'];
  expect(countPlainWords(texts)).toBe(6);
});
