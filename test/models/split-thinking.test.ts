/** Thinking that leaks into replies, in the spellings of models, servers and programs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitThinking } from '../../src/domain/split-thinking.ts';
import { readStructured } from '../../src/models/replies/read-structured.ts';

const draft = 'Maybe {"position": "a draft"}? No.';
const answer = 'Use a queue, since it is there.';

/** Each template has a draft and an answer; the answer alone is to be left. */
const leaks: readonly [name: string, write: (draft: string, answer: string) => string][] = [
  ['opened and closed', (d, a) => `<think>\n${d}\n</think>\n\n${a}`],
  ['an empty block', (_, a) => `<think>\n\n</think>\n\n${a}`],
  ['behind white space and a mark of byte order', (d, a) => `\uFEFF\n <think>${d}</think>${a}`],
  ['in capitals, with a space in the closing tag', (d, a) => `<THINK>${d}</THINK >\n${a}`],
  ['with an attribute', (d, a) => `<think time="3">${d}</think>\n${a}`],
  ['closed only', (d, a) => `${d}\n</think>\n\n${a}`],
  ['closed only, behind the last sentence', (d, a) => `${d}</think>\n\n${a}`],
  ['closed only, the answer on the same line', (d, a) => `${d}</think> ${a}`],
  ['closed twice', (d, a) => `<think>${d}</think>\nMore thoughts.\n</think>\n${a}`],
  ['twice in a row', (d, a) => `<think>${d}</think>\n<think>${d}</think>\n${a}`],
  ['again behind the answer', (d, a) => `<think>${d}</think>${a}<think>${d}</think>`],
  ['behind an answer, on a line of its own', (d, a) => `${a}\n<think>${d}</think>`],
  ['nested', (d, a) => `<think>${d}<think>deeper</think>${d}</think>${a}`],
  ['opened twice, closed once', (d, a) => `<think>${d}\n<think>${d}</think>\n${a}`],
  ['opened with one word, closed with another', (d, a) => `<thinking>${d}</think>\n${a}`],
  ['<thinking>', (d, a) => `<thinking>${d}</thinking>\n${a}`],
  ['<thought>', (d, a) => `<thought>${d}</thought>\n${a}`],
  ['<reasoning>', (d, a) => `<reasoning>${d}</reasoning>\n${a}`],
  ['<scratchpad>', (d, a) => `<scratchpad>${d}</scratchpad>\n${a}`],
  ['<antThinking>', (d, a) => `<antThinking>${d}</antThinking>\n${a}`],
  ['<longcat_think>', (d, a) => `<longcat_think>${d}</longcat_think>\n${a}`],
  ['<thinking_process>', (d, a) => `<thinking_process>${d}</thinking_process>\n${a}`],
  ['<chain_of_thought>', (d, a) => `<chain_of_thought>${d}</chain_of_thought>\n${a}`],
  ['<cot>', (d, a) => `<cot>${d}</cot>\n${a}`],
  ['<internal>', (d, a) => `<internal>${d}</internal>\n${a}`],
  ['a word of another script', (d, a) => `<思考>${d}</思考>\n${a}`],
  ['blanks inside the marks', (d, a) => `< think >${d}</ think >\n${a}`],
  ['escaped for a page', (d, a) => `&lt;think&gt;${d}&lt;/think&gt;\n${a}`],
  ['a comment', (d, a) => `<!-- thinking: ${d} -->\n${a}`],
  [
    'a part that folds',
    (d, a) => `<details><summary>Thought for 3 seconds</summary>\n\n${d}\n</details>\n${a}`,
  ],
  ['two sentences of a model', (d, a) => `Here is my thought process: ${d}\nHere is my response: ${a}`],
  ['a box around the answer', (d, a) => `<think>${d}</think><|begin_of_box|>${a}<|end_of_box|>`],
  ['a mark of the end of a turn', (d, a) => `<think>${d}</think>${a}<end_of_turn>`],
  ['marks of the speaker', (d, a) => `<|im_start|>assistant\n<think>${d}</think>${a}<|eom_id|>`],
  ['never closed, and the answer marked', (d, a) => `<think>${d}\n\n<answer>${a}</answer>`],
  ['a prefix before the word', (d, a) => `<seed:think>${d}</seed:think>${a}`],
  ['square brackets', (d, a) => `[THINK]${d}[/THINK]${a}`],
  ['triangles', (d, a) => `◁think▷${d}◁/think▷${a}`],
  [
    'words between bars, the answer marked too',
    (d, a) => `<|begin_of_thought|>${d}<|end_of_thought|>\n<|begin_of_solution|>${a}<|end_of_solution|>`,
  ],
  [
    'capitals between bars',
    (d, a) => `<|START_THINKING|>${d}<|END_THINKING|><|START_RESPONSE|>${a}<|END_RESPONSE|>`,
  ],
  [
    'channels',
    (d, a) =>
      `<|channel|>analysis<|message|>${d}<|end|><|start|>assistant<|channel|>final<|message|>${a}<|return|>`,
  ],
  [
    'channels, a comment between, no mark at the end',
    (d, a) =>
      `<|start|>assistant<|channel|>analysis<|message|>${d}<|end|><|start|>assistant<|channel|>commentary<|message|>${d}<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>${a}`,
  ],
  ['channels whose marks were dropped', (d, a) => `analysis${d}assistantfinal${a}`],
  ['a channel of another family', (d, a) => `<|channel>thought\n${d}<channel|>${a}`],
  ['tokens without a name', (d, a) => `<unused94>thought\n${d}<unused95>${a}`],
  [
    'a part that can be folded',
    (d, a) => `<details type="reasoning" done="true">\n<summary>Thought</summary>\n${d}\n</details>\n${a}`,
  ],
  ['a fence', (d, a) => `\`\`\`thinking\n${d}\n\`\`\`\n${a}`],
  ['what a local runner prints', (d, a) => `Thinking...\n${d}\n...done thinking.\n\n${a}`],
  ['an answer in a tag', (d, a) => `<think>${d}</think>\n<answer>\n${a}\n</answer>`],
];

describe('thinking', () => {
  it.each(leaks)('%s is taken out of a plain reply', (_, write) => {
    expect(splitThinking(write(draft, answer)).spoken.trim()).toBe(answer);
  });

  it.each(leaks)('%s never wins over a structured reply', (_, write) => {
    const shape = { keys: ['position'], required: ['position'] };
    const text = write(draft, JSON.stringify({ position: answer }));
    expect(readStructured(text, shape)).toEqual({ data: { position: answer }, problem: null });
    // Nor does it where the answer is one that cannot be read.
    expect(readStructured(write(draft, answer), shape).data).toBeUndefined();
  });

  it('that never ends leaves nothing said', () => {
    expect(splitThinking('<think>\nSo the queue, or').spoken).toBe('');
    expect(splitThinking('<think>One.</think><think>Two').spoken).toBe('');
  });

  it.each([
    'The server puts its thoughts between `<think>` and `</think>`.',
    'Cut everything up to "</think>" before the JSON is parsed.',
    'A stray </think> is common: drop it.',
    'I would strip <think>…</think> in one place.',
    'Three tags matter:\n\n```xml\n<think>a</think>\n```\n\nNothing else.',
    '- `<think>` opens\n- `</think>` closes',
    'Analysis first: the queue is there. The assistantfinal mark is a leftover.',
    'Thinking... is what it prints. Then it answers.',
    'Use <analysis> of the load, then decide.',
    '{"position": "Every block ends with </think> and a line."}',
    'Choose [THINK] as the mark, not [/THINK].',
    'List<Thought> is the type.',
  ])('that is only spoken about stays: %s', (text) => {
    expect(splitThinking(text)).toEqual({ spoken: text, thinking: '' });
  });

  it('is split in little time, however often a mark is opened', () => {
    for (const mark of ['<think>', '</think>\n', '[THINK]', '<|channel|>', '\n```', '<', '  ', 'analysisA'])
      splitThinking(`x\n${mark.repeat(30_000)}`);
  });

  it('is split without a loss: what was thought and what was said stood in the reply', () => {
    const parts = fc.array(
      fc.oneof(
        fc.constantFrom('<think>', '</think>', '[THINK]', '[/THINK]', '\n', '{', '"', '```', '<answer>'),
        fc.string({ maxLength: 8 }),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(parts, (all) => {
        const text = all.join('');
        const { spoken, thinking } = splitThinking(text);
        expect(spoken.length + thinking.length).toBeLessThanOrEqual(text.length + all.length);
        if (!/think/i.test(text) && !text.includes('<')) expect(spoken).toBe(text);
      }),
    );
  });
});
