import { describe, expect, it } from 'vitest';
import type { RoundtableEvent } from '../../src/session/ports/ports.ts';
import { isCursorShown, useScreens } from './pty-screen.ts';
import { ask, begin, think } from './sample-events.ts';
import { makeSession } from './sample-session.ts';

const open = useScreens();
const session = makeSession({ rounds: [], outcome: null, status: 'active', total_rounds: 0 });
describe('questions in a real terminal', () => {
  const round = makeSession().rounds[0];
  const afterRound = {
    do: 'ask',
    method: 'chooseAfterRound',
    view: { key: '1/choice', session, round },
  } as const;
  const down = '\u001b[B';

  it('takes the picture away while it asks, and paints it again', async () => {
    const pty = await open(100);
    const begun: RoundtableEvent[] = [
      begin(session),
      { type: 'round-started', round: 1, phase: 'opening', agenda: [] },
      ask(['qa-lead']),
      think('architect', 'Software architect'),
    ];
    for (const event of begun) await pty.step({ do: 'report', event });
    await pty.waitFor((text) => text.includes('thinking'));
    const choice = pty.begin(afterRound);
    const asked = await pty.waitFor((text) => text.includes('After round 1:') && text.includes('Pause'));
    expect(asked).not.toContain('thinking');
    pty.type('\r');
    expect(await choice).toEqual({ choice: 'continue' });
    await pty.waitFor((text) => text.includes('thinking'));
  });

  it('takes guidance as text', async () => {
    const pty = await open(100);
    const choice = pty.begin(afterRound);
    await pty.waitFor((text) => text.includes('After round 1:'));
    pty.type(`${down}\r`);
    await pty.waitFor((text) => text.includes('take into account'));
    pty.type('We run Postgres already\r');
    expect(await choice).toEqual({ choice: 'guidance', text: 'We run Postgres already' });
  });

  it('takes a paste of several lines as one answer', async () => {
    const pty = await open(100);
    const choice = pty.begin(afterRound);
    await pty.waitFor((text) => text.includes('After round 1:'));
    pty.type(`${down}\r`);
    await pty.waitFor((text) => text.includes('take into account') && pty.raw().includes('\u001b[?2004h'));
    pty.type('Mind: \u001b[200~one\r\rtwo\u001b[201~');
    await pty.waitFor((text) => text.includes('Mind: [paste 1: 3 lines]'));
    pty.type('\r');
    expect(await choice).toEqual({ choice: 'guidance', text: 'Mind: one\n\ntwo' });
    // What the terminal is told last comes a moment after the answer.
    await pty.waitFor(() => pty.raw().lastIndexOf('\u001b[?2004l') > pty.raw().lastIndexOf('\u001b[?2004h'));
  });

  it.each([
    ['skip', down + down],
    ['pause', down + down + down],
  ])('takes %s', async (expected, keys) => {
    const pty = await open(60);
    const choice = pty.begin(afterRound);
    await pty.waitFor((text) => text.includes('After round 1:'));
    pty.type(`${keys}\r`);
    expect(await choice).toEqual({ choice: expected });
    expect(pty.stops()).toBe(0);
  });

  it.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('takes %s as the stop of the person', async (_, key) => {
    const pty = await open(100);
    const choice = pty.begin(afterRound);
    await pty.waitFor((text) => text.includes('After round 1:'));
    pty.type(key);
    expect(await choice).toEqual({ choice: 'pause' });
    expect(pty.stops()).toBe(1);
    await pty.step({ do: 'end' }).catch(() => undefined);
    await pty.exit;
    expect(isCursorShown(pty.raw())).toBe(true);
  });

  it('asks for an escalation with positions and reason; each way gives its decision', async () => {
    const full = makeSession();
    const view = { key: '2/escalation/E-001', session: full, escalation: full.escalations[0] };
    const pty = await open(100, 50);
    const accept = pty.begin({ do: 'ask', method: 'decideEscalation', view });
    const shown = await pty.waitFor((text) => text.includes('What is your decision?'));
    expect(shown).toContain('QA lead: Keep them for a week');
    expect(shown).toContain('CF-002 has been open for 2 rounds.');
    pty.type('\r');
    expect(await accept).toEqual({ decision: 'accept', by: 'user' });

    const own = pty.begin({ do: 'ask', method: 'decideEscalation', view });
    await pty.waitFor((text) => text.split('What is your decision?').length === 3);
    pty.type(`${down}\r`);
    await pty.waitFor((text) => text.includes('Your decision:'));
    pty.type('\r');
    await pty.waitFor((text) => text.includes('Type something'));
    pty.type('Keep them for 90 days\r');
    expect(await own).toEqual({ decision: 'own', text: 'Keep them for 90 days', by: 'user' });

    const more = pty.begin({ do: 'ask', method: 'decideEscalation', view });
    await pty.waitFor((text) => text.split('What is your decision?').length === 4);
    pty.type(`${down}${down}\r`);
    await pty.waitFor((text) => text.includes('How many more rounds?'));
    pty.type('0\r');
    await pty.waitFor((text) => text.includes('from 1 to 20'));
    pty.type('\u007f3\r');
    expect(await more).toEqual({ decision: 'continue', rounds: 3, by: 'user' });
  });

  it('breaks no word of a question where the terminal is narrow', async () => {
    const full = makeSession();
    const view = { key: '2/escalation/E-001', session: full, escalation: full.escalations[0] };
    const pty = await open(34, 60);
    const answer = pty.begin({ do: 'ask', method: 'decideEscalation', view });
    const shown = await pty.waitFor(
      (text) => text.includes('Decide later') && /becomes\s+the decision/.test(text),
    );
    expect(shown).toMatch(/^ {2}Let the panel discuss it for\n {2}more rounds$/m);
    expect(shown).toMatch(/^The recommendation above becomes\nthe decision$/m);
    pty.type('\r');
    expect(await answer).toEqual({ decision: 'accept', by: 'user' });
  });

  const turn = {
    ...{ key: '2/answer/human/1', step: 'answer', round: 2, question: 'Push or poll?', focus: '' },
    ...{ context_summary: '', heard: [], conflicts: [], text: null, items: [] },
  };

  it('takes an answer, and a position in an open conflict', async () => {
    const pty = await open(100, 40);
    const conflicts = makeSession().conflicts.filter(({ status }) => status === 'open');
    const taken = pty.begin({ do: 'ask', method: 'takeTurn', view: { ...turn, conflicts } });
    await pty.waitFor((text) => text.includes('Your answer (empty to pass):'));
    pty.type('?\r');
    await pty.waitFor((text) => text.includes('says nothing'));
    pty.type('Poll, ünïcode 日本\r');
    await pty.waitFor((text) => text.includes('No position') && text.includes('Push, it is fast'));
    pty.type(`${down}\r`);
    expect(await taken).toEqual({
      text: 'Poll, ünïcode 日本',
      votes: [],
      conflicts: [{ conflict_id: 'CF-001', holds: 'a', gives_up: false, because: '' }],
    });
  });

  it('takes votes at the last call, gives none unasked, and ends at "no vote on the rest"', async () => {
    const pty = await open(100, 40);
    const [item] = makeSession().artifacts;
    const items = ['REQ-001', 'REQ-002', 'REQ-003', 'REQ-004'].map((id) => ({ ...item, id, title: id }));
    const view = { ...turn, step: 'last-call', question: '', items };
    const taken = pty.begin({ do: 'ask', method: 'takeTurn', view });
    await pty.waitFor((text) => text.includes('? REQ-001') && text.includes('No vote on the rest'));
    pty.type('\r');
    await pty.waitFor((text) => text.includes('? REQ-002'));
    pty.type(`${down}${down}${down}\r`);
    await pty.waitFor((text) => text.includes('Why?'));
    pty.type('Too slow\r');
    await pty.waitFor((text) => text.includes('? REQ-003'));
    pty.type(`${down}${down}${down}${down}${down}\r`);
    expect(await taken).toEqual({
      text: '',
      votes: [{ item_id: 'REQ-002', vote: 'block', reason: 'Too slow' }],
    });
  });

  it('takes a vote for an item and all that follow', async () => {
    const pty = await open(100, 40);
    const [item] = makeSession().artifacts;
    const items = ['REQ-001', 'REQ-002'].map((id) => ({ ...item, id, title: id }));
    const view = { ...turn, step: 'last-call', question: '', items };
    const taken = pty.begin({ do: 'ask', method: 'takeTurn', view });
    await pty.waitFor((text) => text.includes('For this and the rest'));
    pty.type(`${down}${down}${down}${down}\r`);
    const votes = items.map(({ id }) => ({ item_id: id, vote: 'ratify', reason: '' }));
    expect(await taken).toEqual({ text: '', votes });
  });

  it('takes in the review what a person would change, and objections by id', async () => {
    const pty = await open(100, 40);
    const items = makeSession().artifacts;
    const taken = pty.begin({ do: 'ask', method: 'takeTurn', view: { ...turn, step: 'review', items } });
    await pty.waitFor((text) => text.includes('What would you change, and why?'));
    pty.type('Name the interval\r');
    await pty.waitFor((text) => text.includes('Items you object to'));
    pty.type('dec-7\r');
    await pty.waitFor((text) => text.includes('There is no DEC-7 here.'));
    pty.type('dec-001\r');
    await pty.waitFor((text) => text.includes('Stand aside') && text.includes('Against'));
    pty.type(`${down}\r`);
    await pty.waitFor((text) => text.includes('Why?'));
    pty.type('It costs a disk\r');
    expect(await taken).toEqual({
      text: 'Name the interval',
      votes: [{ item_id: 'DEC-001', vote: 'block', reason: 'It costs a disk' }],
    });
  });

  it('gives up an open question when the run is stopped from elsewhere, without asking for a stop again', async () => {
    const pty = await open(100);
    const choice = pty.begin(afterRound);
    await pty.waitFor((text) => text.includes('After round 1:'));
    const aborted = pty.begin({ do: 'abort' });
    const results = await Promise.all([choice, aborted]);
    expect(results).toContainEqual({ choice: 'pause' });
    expect(pty.stops()).toBe(0);
    expect(await pty.step(afterRound)).toEqual({ choice: 'pause' });
  });

  it('asks the questions of init, with presets, and gives nothing when stopped half way', async () => {
    const pty = await open(80);
    const questions = [
      { id: 'name', kind: 'text' as const, question: 'Name of the project?', preset: 'media' },
      { id: 'docs', kind: 'confirm' as const, question: 'Make a docs folder?', preset: true },
    ];
    const answers = pty.begin({ do: 'questions', questions });
    await pty.waitFor((text) => text.includes('(media)'));
    pty.type('\r');
    await pty.waitFor((text) => text.includes('Make a docs folder?'));
    pty.type('n\r');
    expect(await answers).toEqual({ name: 'media', docs: false });
    const half = pty.begin({ do: 'questions', questions });
    await pty.waitFor((text) => text.split('Name of the project?').length === 3);
    pty.type('x\r');
    await pty.waitFor((text) => text.split('Make a docs folder?').length === 3);
    pty.type('\u0003');
    expect(await half).toBeNull();
  });
});
