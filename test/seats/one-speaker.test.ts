/** No turn ever holds two speakers: labels of others end a reply, and plain text is read as one seat's words. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readOwnVoice } from '../../src/app/truncate-at-other-speaker.ts';
import { makeUsage } from '../../src/models/client/prices.ts';
import { readPlainAnswer, readPlainReview } from '../../src/roundtable/replies/plain-text.ts';
import { cutOtherVoices, listVoices } from '../../src/roundtable/rules/other-speakers.ts';
import { readStances, type StanceDraft } from '../../src/roundtable/rules/stances.ts';
import { makeRequest } from '../support/make-request.ts';

const seats = [
  { id: 'software-architect', role: 'Software architect' },
  { id: 'qa-lead', role: 'QA lead' },
  { id: 'human', role: 'You' },
];
const voices = listVoices(seats, 'software-architect');
const mine = 'Keep the jobs in the database.';

describe('a reply', () => {
  test.for([
    '\nQA Lead: I would rather test it.',
    '\n\n[qa-lead] I would rather test it.',
    '\n[QA lead]: I would.',
    '\n**QA Lead:** I would.',
    '\n**QA lead**: I would.',
    '\nqa-lead: I would.',
    '\nqa lead (round 2): I would.',
    '\n## QA lead\nI would.',
    '\nSpeaker: next, please.',
    '\n  Facilitator: thank you.',
    '\nHuman: what about cost?',
    '\nQA lead： 我会测试它。',
  ])('that goes on as %j is cut there', (rest) => {
    expect(cutOtherVoices(`${mine}${rest}`, voices)).toMatchObject({ text: mine });
    expect(cutOtherVoices(`${mine}${rest}`, voices).voice).not.toBeNull();
  });

  test.for([
    '\n- QA lead: writes the tests',
    '\n1. QA lead: writes the tests',
    '\nThe QA lead: a role we need.',
    '\nAs the qa-lead said: test it.',
    '\nQuality: it can be tested.',
    '\nqa-leadership: a word of its own',
    ' QA Lead: asked for tests, and is right.',
    '\n"QA lead: …" is how a transcript looks.',
  ])('that says %j is left alone', (rest) => {
    expect(cutOtherVoices(`${mine}${rest}`, voices)).toEqual({ text: `${mine}${rest}`, voice: null });
  });

  test.for([
    'Software architect: ',
    '[software-architect] ',
    '**Software Architect:** ',
    'software-architect: ',
  ])('that begins with its own label %j loses the label', (label) => {
    expect(cutOtherVoices(`${label}${mine}`, voices)).toEqual({ text: mine, voice: null });
  });

  it('that begins as somebody else has nothing left', () => {
    expect(cutOtherVoices(`QA lead: ${mine}`, voices)).toEqual({ text: '', voice: 'QA lead' });
  });

  it('knows the letters of an anonymous table', () => {
    const letters = listVoices(seats, 'software-architect', {
      seat: (id) => (id === 'qa-lead' ? 'Seat B' : 'Seat A'),
    });
    expect(cutOtherVoices(`Seat A: ${mine}\nSeat B: no.`, letters)).toEqual({ text: mine, voice: 'Seat B' });
  });

  test.for(['_root', '*star', '[bot]', '# one', 'İstanbul desk', 'Straße', 'Σίσυφος', ' spaced'])(
    'is cut at the name %j in every dress that a label has',
    (name) => {
      const others = ['a name that is much longer than the other', name];
      const dresses = [
        `${name}: no`,
        `**${name}:** no`,
        `[${name}] no`,
        `## ${name}`,
        `  ${name} (round 2): no`,
      ];
      for (const dress of dresses)
        expect(cutOtherVoices(`${mine}\r\n${dress}`, { own: [], others }), dress).toMatchObject({
          text: mine,
        });
      expect(cutOtherVoices(`${mine}\n${name.toUpperCase()} no`, { own: [], others }).voice).toBeNull();
    },
  );

  it('loses its own label and is cut at another right behind it', () => {
    expect(cutOtherVoices('Software architect: QA lead: no', voices)).toEqual({ text: '', voice: 'QA lead' });
  });

  it('never gets longer, is a part of what was said, and cutting twice is cutting once', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom('QA lead: no', '[qa-lead]', 'Speaker:', '## QA lead'),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
        const said = lines.join('\n');
        const once = cutOtherVoices(said, { own: [], others: voices.others });
        expect(said.startsWith(once.text)).toBe(true);
        expect(cutOtherVoices(once.text, { own: [], others: voices.others })).toEqual({
          text: once.text,
          voice: null,
        });
      }),
    );
  });
});

describe('a structured reply with a second speaker behind it', () => {
  const schema = {
    name: 'answer',
    json: { type: 'object', properties: { position: {} }, required: ['position'] },
  };
  const request = (() => {
    const base = makeRequest('test/model', { step: 'answer', seat: 'software-architect', schema });
    return {
      ...base,
      facts: { ...base.facts, seats: seats.map((seat) => ({ ...seat, specialties: [] })) },
    };
  })();
  const raw = (text: string) => ({
    ok: true as const,
    text,
    usage: makeUsage(1),
    duration_ms: 1,
    stop_reason: null,
    provider: 'test',
    model: 'model',
    request_id: null,
  });
  const read = (text: string) => readOwnVoice(raw(text), request, { replayed: false });

  it('is read up to the other name', () => {
    const reply = read('{"position": "mine"}\n\n[qa-lead]\n{"position": "theirs"}');
    expect(reply).toMatchObject({ ok: true, data: { position: 'mine' } });
    expect(reply.ok && reply.problem).toContain('went on as "qa-lead"');
  });

  it('is read whole where nothing can be used before the name', () => {
    expect(read('QA lead: here is the answer.\n{"position": "mine"}')).toMatchObject({
      data: { position: 'mine' },
      problem: null,
    });
  });
});

describe('plain text', () => {
  const answer = (reply: string, stops: string[] = []) => readPlainAnswer(reply, { stops, voices });

  it('is the position; votes are lines of their own and leave it', () => {
    const reply = `${mine}\n\nREQ-001: support\n- REQ-002: block because it loses jobs\n**REQ-003**: stand aside, not my field`;
    expect(answer(reply).form).toEqual({
      position: mine,
      stances: [
        { item_id: 'REQ-001', stance: 'support', reason: '' },
        { item_id: 'REQ-002', stance: 'block', reason: 'it loses jobs' },
        { item_id: 'REQ-003', stance: 'stand aside', reason: 'not my field' },
      ],
    });
    const drafts = answer(reply).form['stances'] as StanceDraft[];
    const items = drafts.map(({ item_id: id }) => ({ id }));
    expect(readStances(drafts, items)).toMatchObject({
      stances: [{ stance: 'support' }, { stance: 'block' }, { stance: 'stand_aside' }],
      unread: [],
    });
  });

  it('prose about an item is no vote', () => {
    const prose = 'I support REQ-001, and REQ-002: supporting it would be wrong.';
    expect(readPlainReview(prose, voices)).toEqual({ stances: [], missing: [{ text: prose }] });
  });

  it('of two lines on one item the last counts, and none that is said in another name', () => {
    expect(
      readPlainReview('REQ-001: support\nREQ-001: block\nQA lead: no.\nREQ-001: support', voices),
    ).toEqual({
      stances: [{ item_id: 'REQ-001', stance: 'block', reason: '' }],
      missing: [],
    });
    expect(answer(`${mine}\n[qa-lead]\nREQ-001: support`)).toEqual({
      form: { position: mine, stances: [] },
      voice: 'qa-lead',
    });
  });

  it('ends at the first stop sequence that is not its beginning, where the server did not', () => {
    expect(answer('[mine] Keep it.[qa-lead] No.', ['[', '\n\n']).form).toMatchObject({
      position: '[mine] Keep it.',
    });
    expect(answer('Keep it.\n\nSpeaker two', ['\n\n']).form).toMatchObject({ position: 'Keep it.' });
  });

  it('takes the structured form where it comes unasked, and leaves thinking out', () => {
    expect(answer('{"position": "Keep it."}', ['[']).form).toEqual({ position: 'Keep it.' });
    expect(answer('<think>They will say no.</think>Keep it.').form).toMatchObject({ position: 'Keep it.' });
    expect(readPlainReview('{"stances": []}', voices)).toEqual({ stances: [] });
  });
});
