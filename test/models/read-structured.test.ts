/** Replies are read in their form: JSON, in fences, with prose around it, damaged or cut off. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readForm, readReply } from '../../src/models/replies/read-reply.ts';
import { cutThinking, readSoFar, readStructured } from '../../src/models/replies/read-structured.ts';
import { noUsage } from '../../src/session/records.ts';
import { makeRequest } from '../support/make-request.ts';

const answer = { keys: ['position', 'rationale', 'confidence'] };
const whole = { position: 'Use a queue.', rationale: ['simple', 'known'], confidence: 0.8 };
const json = JSON.stringify(whole);

describe('readStructured', () => {
  it.each<[name: string, text: string]>([
    ['bare', json],
    ['pretty', JSON.stringify(whole, null, 2)],
    ['with a byte order mark', `\uFEFF${json}`],
    ['fenced', `\`\`\`json\n${json}\n\`\`\``],
    ['fenced, prose around', `Here it is:\n\n\`\`\`\n${json}\n\`\`\`\nHope this helps {smile}!`],
    ['after thinking with a draft in it', `<think>Maybe {"position":"No"}?</think>\n${json}`],
    ['after thinking that is only closed', `Let me see {"position":"No"}\n</think>\n${json}`],
    ['in a list', `[${json}]`],
    ['behind prose with braces and quotes', `I like {braces} and "quotes" and {half an object. So: ${json}`],
    ['before another object', `${json}\n{"confidence": 0}`],
    ['behind a damaged one', `{"position": "…" /* A sentence. */}\n${json}`],
    ['with trailing commas', '{"position":"Use a queue.","rationale":["simple","known",],"confidence":0.8,}'],
    ['with missing commas', '{"position":"Use a queue."\n"rationale":["simple"\n"known"]\n"confidence":0.8}'],
    [
      'with comments',
      '{\n// why\n"position":"Use a queue.", /* two */ "rationale":["simple","known"],\n"confidence":0.8 // sure\n}',
    ],
    ['in single quotes', "{'position': 'Use a queue.', 'rationale': ['simple', 'known'], 'confidence': 0.8}"],
    ['in smart quotes', '{“position”: “Use a queue.”, “rationale”: [“simple”, “known”], “confidence”: 0.8}'],
    ['with unquoted keys', '{position: "Use a queue.", rationale: ["simple", "known"], confidence: 0.8}'],
    ['damaged inside a fence', `\`\`\`json\n${json.replace('}', ',}')}\n\`\`\`\nDone, {really}.`],
  ])('finds the reply %s', (_, text) => {
    expect(readStructured(text, answer)).toEqual({ data: whole, problem: null, isCut: false });
  });

  it.each<[name: string, text: string, data: object]>([
    ['a line break in a string', '{"position":"one\ntwo"}', { position: 'one\ntwo' }],
    [
      'quotes in a string',
      '{"position":"say "yes" now","rationale":[]}',
      { position: 'say "yes" now', rationale: [] },
    ],
    ['one quote in a string', '{"position":"5" of rain"}', { position: '5" of rain' }],
    [
      'a brace in a string',
      '{"position":"a } brace","rationale":["{"],}',
      { position: 'a } brace', rationale: ['{'] },
    ],
    [
      "Python's words",
      "{'position': None, 'rationale': [True, False]}",
      { position: null, rationale: [true, false] },
    ],
  ])('reads %s', (_, text, data) => {
    expect(readStructured(text, answer)).toMatchObject({ data, isCut: false });
  });

  // As the agents of Claude Code plugins answer, which are told to.
  const asked = { question: 'Which queue, and why?', participants: 'qa-lead and technical-lead' };
  const yaml = `action: question\nquestion: "${asked.question}"\nexploration: Are there others?\nparticipants: ${asked.participants}`;
  const wanted = { keys: ['question', 'participants'] };
  it.each<[name: string, text: string]>([
    ['in a fence', `Here it is:\n\n\`\`\`yaml\n${yaml}\n\`\`\`\nWhat do you think?`],
    ['in a fence without a language', `\`\`\`\n${yaml}\n\`\`\``],
    ['bare', yaml],
    ['as front matter', `---\n${yaml}\n---\nThat is all.`],
    ['with braces', yaml.replace('others', 'others, {such} as these')],
  ])('reads YAML %s', (_, text) => {
    expect(readStructured(text, wanted)).toMatchObject({ data: asked, problem: null });
    expect(readStructured(text, { ...wanted, isBroken: true }).data).toBeUndefined();
  });

  it('reads YAML behind prose from its first wanted line, and none that is not YAML', () => {
    expect(readStructured(yaml, { keys: ['look_ups', 'reply'], also: wanted.keys }).data).toMatchObject(
      asked,
    );
    const lines = yaml.replace('action: question\n', '');
    expect(readStructured(`The next question: it is this.\n\n${lines}`, wanted).data).toMatchObject(asked);
    const broken = readStructured('question: Which queue: the one or the other?\nparticipants: all', wanted);
    expect(broken).toMatchObject({ data: undefined, problem: expect.stringContaining('"question"') });
  });

  it.each<[text: string, data: object | undefined]>([
    ['{"position": "Use a queue.", "rationale": ["a", "b', { position: 'Use a queue.', rationale: ['a'] }],
    ['{"position": "Use a queue.", "confidence": 0.', { position: 'Use a queue.' }],
    [
      '```json\n{"position": "x", "rationale": [{"id": 1, "votes": ["a"]}, {"id": 2, "votes": ["b"',
      { position: 'x', rationale: [{ id: 1, votes: ['a'] }] },
    ],
    ['{"rationale": [{"id": 1}, {"id": 2}', { rationale: [{ id: 1 }, { id: 2 }] }],
    ['{"position": {"first": "a", "second": "b', { position: { first: 'a' } }],
    ['{"position": "Use a que', undefined],
  ])('keeps what is whole of %j', (text, data) => {
    const read = readStructured(text, answer);
    expect(read.data).toEqual(data);
    expect(read).toMatchObject({ isCut: true, problem: expect.stringContaining('cut off') });
  });

  it.each<[name: string, text: string, data: object]>([
    [
      'damaged',
      '{"rationale": [{"position": "inner"}], "confidence": 1,}',
      { rationale: [{ position: 'inner' }], confidence: 1 },
    ],
    ['cut off', '{"rationale": [{"position": "inner"}, {"posi', { rationale: [{ position: 'inner' }] }],
    [
      'damaged and cut off',
      '{\'rationale\': [{"position": "inner"}, {"posi',
      { rationale: [{ position: 'inner' }] },
    ],
  ])('never takes a part of a reply that is %s for the reply', (_, text, data) => {
    expect(readStructured(text, answer).data ?? {}).toEqual(data);
  });

  it('gives what came so far, for people who watch', () => {
    expect(readSoFar('{"position": "Use a que')).toEqual({ position: 'Use a que' });
    expect(readSoFar('<think>{"position": "no"')).toEqual({});
    expect(readSoFar('I wo')).toEqual({});
  });

  it.each([
    ...[
      '',
      '   ',
      'I would rather not.',
      '{}',
      '{"other": 1}',
      '}{',
      '[1, 2]',
      '{"a":',
      'true',
      '{curly} only',
    ],
    // Forms that nobody asked for.
    '{"answer": {"position": "Use a queue."}}',
    '**position**: Use a queue.\n\nconfidence is 0.8',
    '<position>Use a queue.</position>',
    '| position | Use a queue. |',
  ])('says why nothing was found in %j', (text) => {
    const read = readStructured(text, answer);
    expect(read.data).toBeUndefined();
    expect(read.problem).toMatch(/^The reply .+\.$/);
  });

  it('keeps keys that would reach into prototypes as plain data', () => {
    const read = readStructured('{"position":"x","__proto__":{"polluted":true},}', answer);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(read.data)).toBe(Object.prototype);
  });

  it.each<[name: string, text: string]>([
    ['nested brackets', '['.repeat(333_333)],
    ['nested braces', '{'.repeat(333_333)],
    ['nested keys', '{"a":'.repeat(66_666)],
    ['unquoted nested keys', '{a:'.repeat(110_000)],
    ['open quotes', '{"'.repeat(166_666)],
    ['quotes', '"'.repeat(333_333)],
    ['quotes in an object', `{"position":"${'" '.repeat(166_666)}`],
    ['backslashes', `{"position":"${'\\'.repeat(333_333)}`],
    ['comments', `{${'/*'.repeat(166_666)}`],
    ['white space', `{"position":"a"${' '.repeat(333_333)}`],
    ['small objects', '{"a":1}'.repeat(50_000)],
  ])('ends for a long run of %s', (_, text) => {
    readStructured(text, answer);
  });

  it('finds an intact object exactly, whatever prose stands around it', () => {
    const value = fc.record({
      position: fc.string({ unit: 'grapheme', maxLength: 60 }),
      rationale: fc.array(fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 3 })), { maxLength: 4 }),
      confidence: fc.constantFrom(0, 0.5, null),
    });
    const prose = fc.string({
      unit: fc.constantFrom('}', '[', ']', "'", ',', ':', '\n', 'a', ' ', '#', 'ü'),
    });
    const wrap = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => `\`\`\`json\n${text}\n\`\`\``,
      (text) => `[${text}]`,
    );
    fc.assert(
      fc.property(value, prose, prose, wrap, fc.nat(4), (data, before, after, wrapped, indent) => {
        const text = `${before}\n${wrapped(JSON.stringify(data, null, indent))}\n${after}`;
        expect(readStructured(text, answer).data).toEqual(JSON.parse(JSON.stringify(data)));
      }),
      { numRuns: 500 },
    );
  });

  it('never throws, and has data or a problem, for any damage', () => {
    const signs = ['', '"', "'", '}', '{', ']', '[', ',', ':', '\\', '\n', '“', '//', '*/', '\u0000', '`'];
    const damage = fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        cut: fc.nat(6),
        add: fc.constantFrom(...signs),
      }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(damage, fc.double({ min: 0.2, max: 1, noNaN: true }), (hits, share) => {
        let text = JSON.stringify(whole, null, 1);
        for (const { at, cut, add } of hits) {
          const index = Math.floor(at * text.length);
          text = text.slice(0, index) + add + text.slice(index + cut);
        }
        const { data, problem } = readStructured(text.slice(0, Math.floor(text.length * share)), answer);
        if (data === undefined) expect(problem).not.toBeNull();
        else expect(Object.keys(data).some((key) => answer.keys.includes(key))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('thinking', () => {
  const said = 'Use a queue, since it is there.';
  it.each<[text: string, spoken: string]>([
    [`<think>\nMaybe.\n</think>\n\n${said}`, said],
    [`\n <think></think>${said}`, said],
    [`Maybe. Or not.\n</think>\n\n${said}`, said],
    ['<think>Maybe, and then the time was over', ''],
    [said, said],
    [`The mark \`</think>\` ends a thought: ${said}`, `The mark \`</think>\` ends a thought: ${said}`],
    [`{"position": "It strips\n</think>\n"}`, `{"position": "It strips\n</think>\n"}`],
    [`${said} <think> is a tag.`, `${said} <think> is a tag.`],
  ])('is cut off in front of a reply: %j', (text, spoken) => {
    expect(cutThinking(text)).toBe(spoken);
  });
});

describe('readReply', () => {
  const record = {
    usage: noUsage,
    duration_ms: 0,
    request_id: null,
    provider: 'p',
    model: 'm',
    stop_reason: null,
  };
  const request = makeRequest('p/m');
  it('gives the whole elements of a reply that was cut off, beside its failure', () => {
    const failed = { ok: false, kind: 'truncated', message: 'cut', remedy: '', ...record } as const;
    const text = '{"position": "Use a queue.", "confidence": 0.';
    expect(readReply({ ...failed, text }, request)).toMatchObject({
      ok: false,
      data: { position: 'Use a queue.' },
    });
    expect(readReply(failed, request)).not.toHaveProperty('data');
  });

  it.each([
    ['{"look_ups": [], "reply": {"position": "Use a queue."}}'],
    ['{"position": "Use a queue."}'],
    ['{"reply": {"position": "Use a queue."}}'],
  ])('takes a reply in its own field or outside of it: %s', (text) => {
    const position = { type: 'object', properties: { position: { type: 'string' } }, required: ['position'] };
    const put = {
      ...position,
      properties: { look_ups: { type: 'array' }, reply: { anyOf: [position, { type: 'null' }] } },
    };
    for (const json of [position, { ...put, required: ['look_ups', 'reply'] }]) {
      const read = readForm(text, { name: 'answer', json });
      expect(read).toMatchObject({ data: JSON.parse(text), problem: null, isKept: true });
    }
  });

  it('takes the thinking off a reply in plain text', () => {
    const text = '<think>Hm.</think>\nUse a queue.';
    const read = readReply({ ok: true, text, ...record }, { ...request, schema: null });
    expect(read).toMatchObject({ ok: true, text: 'Use a queue.', data: undefined, problem: null });
  });
});
