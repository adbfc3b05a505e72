/** No turn ever holds two speakers: labels of others end a reply, and plain text is read as one seat's words. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readPlainText } from '../../src/prompts/forms/plain-text.ts';
import { cutOtherVoices, listVoices } from '../../src/roundtable/seats/other-speakers.ts';

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
    const naming = { seat: (id: string) => (id === 'qa-lead' ? 'Seat B' : 'Seat A') };
    const letters = listVoices(seats, 'software-architect', { naming });
    expect(cutOtherVoices(`Seat A: ${mine}\nSeat B: no.`, letters)).toEqual({ text: mine, voice: 'Seat B' });
  });

  it('as a long text may speak of people and programs as it likes, and is cut at seats alone', () => {
    const alone = listVoices(seats, 'software-architect', { seatsOnly: true });
    const protocol = `${mine}\nassistant: hello\nHuman: hello\nFacilitator: hello`;
    expect(cutOtherVoices(protocol, alone)).toEqual({ text: protocol, voice: null });
    expect(cutOtherVoices(`${protocol}\nQA lead: no.`, alone)).toEqual({ text: protocol, voice: 'QA lead' });
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

describe('plain text', () => {
  it('ends at the first stop sequence that is not its beginning, where the server did not', () => {
    expect(readPlainText('[mine] Keep it.[qa-lead] No.', ['[', '\n\n'])).toBe('[mine] Keep it.');
    expect(readPlainText('Keep it.\n\nSpeaker two', ['\n\n'])).toBe('Keep it.');
  });
});
