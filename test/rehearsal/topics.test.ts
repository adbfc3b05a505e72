/** Any topic, in any language and form: the rehearsal's document is worth reading. */
import { describe, expect, test } from 'vitest';
import { lintFile } from '../../src/documents/lint/lint-file.ts';
import { countWords } from '../../src/documents/parts/lead.ts';
import { renderDocument } from '../../src/documents/render-document.ts';
import { shippedTemplates as templates } from '../support/shipped-templates.ts';
import { contextText, type HeldSession, holdSession, type TableOptions } from './table.ts';

const render = ({ session }: HeldSession): string =>
  renderDocument({ session, type: session.output_type, templates });

const longTopic = Array.from({ length: 40 }, (_, index) => `Desk ${index} answers phone ${index} until noon.`)
  .join(' ')
  .concat(' What now?');

/** A text without citations, comments and the lines that a requirement's form repeats. */
function plain(text: string): string {
  return text
    .replace(/<!--.*?-->/gs, '')
    .replace(/^\* (?:Priority|Support|Source):.*$/gm, '')
    .replace(/\(value .*?\)/g, '')
    .replace(/ \[(?:R\d+|review) [^\]]+\]/g, '');
}

/** Sentences of five words or more that stand in a text more than once. */
function listRepeated(text: string): string[] {
  const sentences = plain(text)
    .split(/(?<=[.!?])\s+|\n/)
    .map((sentence) => sentence.replace(/^[\s*>#\d.]+/, '').trim())
    .filter((sentence) => sentence.split(/\s+/).length >= 5 && /[.!?…]["”’]?$/.test(sentence));
  return sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index);
}

/** How many criteria of the agenda were met when each round began. */
function countMet({ replies }: HeldSession): number[] {
  return replies
    .filter(({ step }) => step === 'synthesis')
    .map(({ request }) => request.facts.agenda.reduce((sum, topic) => sum + topic.criteria_met.length, 0));
}

describe('a document of the default seed', () => {
  test.each<[string, string, TableOptions]>([
    ['English', 'Which queue should carry the download jobs?', { workflow: 'design' }],
    ['German', 'Welche Datenbank sollen wir für die Kundendaten verwenden?', { workflow: 'roundtable' }],
    ['Chinese', '我们应该如何存储播客节目的转录文本？', { workflow: 'design', strategy: 'standard' }],
    ['emoji', '🚀🔥🤔', { workflow: 'brainstorm' }],
    ['one word', 'Caching', { workflow: 'specs' }],
    ['long', longTopic, { workflow: 'design', context: '' }],
    ['marked', 'Should we **really** use "tabs" or `spaces` in _all_ files?', { workflow: 'design' }],
    ['code', 'Fix this?\n```js\nlet x = y?.z ?? <T>0;\n```', { workflow: 'roundtable', strategy: 'debate' }],
    ['no alternatives', 'Which licence should we choose?', { workflow: 'specs', context: '' }],
    ['alternatives', 'Redis or RabbitMQ', { workflow: 'brainstorm', strategy: 'standard' }],
  ])('%s: lints clean, repeats nothing and covers the agenda in four rounds', async (_, topic, options) => {
    const held = await holdSession({ ...options, topic });
    const { session } = held;
    expect(session.rounds.length).toBeLessThanOrEqual(4);
    expect(session.agenda.filter(({ status }) => status !== 'covered')).toEqual([]);
    const met = countMet(held);
    expect(met).toEqual(met.toSorted((one, other) => one - other));
    const text = render(held);
    // The words of the project's own context are the project's.
    const problems = lintFile(text, 'document.md', { session }).problems.filter(
      ({ message }) => !contextText.includes(/"(\w+)" is ambiguous/.exec(message)?.[1] ?? message),
    );
    expect(problems).toEqual([]);
    expect(listRepeated(text)).toEqual([]);
    expect(text.match(/\b(\w{3,}) of \1\b|\bundefined\b|“”|\b(?:the the|which which|of of)\b/i)).toBeNull();
    expect(text).toContain('This is a rehearsal');
  });

  test('a decision record fits on its screens: the first one, and what a signer reads', async () => {
    const text = plain(render(await holdSession({ workflow: 'design' })));
    const [first = ''] = text.slice(text.indexOf('\n# ')).split('## Context');
    expect(countWords(first)).toBeLessThanOrEqual(230);
    const [main = ''] = text.slice(text.indexOf('\n# ')).split('## Annex');
    expect(countWords(main.replace(/^\s*\* \*\*[A-Z]+-\d+\*\*.*$/gm, ''))).toBeLessThanOrEqual(900);
  });

  test('no agenda question comes twice, in whatever words around it', async () => {
    const { session, table } = await holdSession({ settings: { min_rounds: 9 } });
    const asked = session.rounds.map(({ question }) => question.toLowerCase());
    for (const question of table.agenda?.topics.flatMap(({ questions }) => questions) ?? [])
      expect(asked.filter((text) => text.includes(question.toLowerCase())).length).toBeLessThanOrEqual(1);
  });
});

test('seed 2: the recommendation is accepted, and the seat that held the other way is heard in the document', async () => {
  const held = await holdSession({ seed: 2, onEscalation: 'accept' });
  const [dissenter] = held.session.outcome?.dissent ?? [];
  const conflict = held.session.conflicts[0];
  expect(conflict).toMatchObject({ status: 'resolved', resolution_type: 'policy' });
  expect(conflict?.positions).toContainEqual(
    expect.objectContaining({ seat: dissenter?.seat, text: dissenter?.text }),
  );
  expect(render(held)).toContain(`“${dissenter?.text}”`);
});
