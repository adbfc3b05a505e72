/** The text as seats read it: items stand where they will be printed. */
import { expect, it } from 'vitest';
import { describeText } from '../../src/prompts/text-view.ts';
import { buildItem, buildSession, buildText } from '../support/text-session.ts';

const item = (id: string) =>
  buildItem({ id, section: 'outcome', title: `Title of ${id}`, text: `Words of ${id}.` });

it('puts an item at its mark, the others behind the body, and each once', () => {
  const session = buildSession({
    text: buildText({
      sections: [
        { id: 'outcome', title: 'Outcome', body: 'First.\n\n[[DEC-002]]\n\nThen, as [[DEC-002]] says.' },
        { id: 'work', title: 'Work', body: '[[DEC-001]]' },
      ],
    }),
    artifacts: [item('DEC-001'), item('DEC-002')],
  });
  const shown = describeText(session, 'resolved');
  const places = ['First.', 'Words of DEC-002.', 'Then, as ', 'Words of DEC-001.', '[work]'];
  expect(places.map((words) => shown.indexOf(words))).toEqual(
    places.map((words) => shown.indexOf(words)).sort((one, other) => one - other),
  );
  expect(places.every((words) => shown.split(words).length === 2)).toBe(true);
  // The writer returns bodies: its marks stay.
  expect(describeText(session, 'kept')).toContain('First.\n\n[[DEC-002]]\n\nThen, as [[DEC-002]] says.\n\n');
});
