/** A panel of four in two rounds where everything that can be asked again is: how often it waits, and what its seats read. */
import { beforeAll, describe, expect, it } from 'vitest';
import { fingerprintText } from '../../../src/session/rules/text-measures.ts';
import { createSession, createTable } from '../../support/roundtable-fixtures.ts';
import {
  type AskedRequest,
  ballotStep,
  createHandler,
  draftStep,
  type HeldRun,
  holdRun,
  itemEntry,
  readPromptText,
  reviewStep,
  revisionStep,
  synthesisStep,
} from '../../support/scripted-model.ts';

const seats = ['software-architect', 'qa-lead', 'devops-engineer', 'security-champion'];
const table = createTable({ seats });
const words = (count: number): string => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');
const body = (text: string) => ({ id: 'result', title: '', body: text, from: [] });

/** A vote of the QA lead, who would sign other words and sees a slip in what it signs. */
function vote(request: AskedRequest) {
  if (request.seat !== 'qa-lead' || request.key.includes('last-call-2')) return ballotStep(request);
  const exceptions = [{ item: 'DEC-001', reason: 'Which table?', lifted_by: '', ratify_if: 'In jobs.' }];
  const remarks = [{ target: 'dec-1', remark: 'The REQ-001 of the title is gone: ratify.' }];
  return { data: { votes: { 'DEC-001': 'stand_aside' }, exceptions, remarks } };
}

let held: HeldRun;
beforeAll(async () => {
  held = await holdRun({
    session: createSession(table, { settings: { min_rounds: 2, max_rounds: 2, document_words: 300 } }),
    table,
    script: createHandler({
      synthesis: () => synthesisStep(),
      draft: (asked) =>
        asked.key.includes('/mend')
          ? revisionStep()
          : draftStep(asked, { sections: [{ id: 'result', title: 'Result', body: words(500) }] }),
      review: ({ seat }) =>
        reviewStep({
          amendments: [
            { target: 'DEC-001', operation: 'change', field: 'text', words: `As ${seat} says.`, reason: 'r' },
          ],
        }),
      revision: ({ key, facts }) =>
        revisionStep({
          answers: facts.session.amendments.map(({ id }) => ({
            ...{ ids: [id], answer: 'declined', because: 'A matter of taste.' },
          })),
          items: key.includes('/revision/') ? [itemEntry('Jobs live in a table.', { id: 'DEC-001' })] : [],
          sections: key.includes('/shorten/') ? [body('See [[DEC-001]]: one table.')] : [],
        }),
      'last-call': vote,
      patch: () =>
        revisionStep({
          answers: [{ ids: ['A-005', 'A-006'], answer: 'taken', because: 'It names the table.' }],
          items: [itemEntry('In jobs.', { id: 'DEC-001' })],
          sections: [body('See [[DEC-001]]: the table jobs.')],
        }),
    }),
  });
});

const find = (key: string): string => {
  const request = held.requests.find((one) => one.key === key);
  return request === undefined ? '' : readPromptText(request);
};

it('waits at most fifteen times one after another', () => {
  const steps = held.requests.map(({ key }) => key.split('/').slice(0, 2).join('/'));
  const waits = steps.filter((step, index) => step !== steps[index - 1]);
  expect(waits).toEqual([
    ...['1/question', '1/answer', '1/synthesis', '2/question', '2/answer', '2/synthesis'],
    ...['text/draft', 'text/mend-draft', 'text/review', 'text/revision', 'text/mend-revision'],
    ...['text/shorten', 'text/last-call', 'text/patch', 'text/last-call-2'],
  ]);
  expect(waits.length).toBeLessThanOrEqual(15);
});

it('a patch takes along the section that refers to its item, and all of it is what was voted on', () => {
  const { text, artifacts } = held.session;
  expect(artifacts[0]).toMatchObject({ text: 'In jobs.', status: 'agreed' });
  expect(text?.sections[0]?.body).toBe('See [[DEC-001]]: the table jobs.');
  expect(text).toMatchObject({ step: 'done', before: null });
  expect(text === null ? '' : fingerprintText(text, artifacts)).toBe(text?.frozen_hash);
  expect(find('text/last-call-2/qa-lead/1')).toContain('See DEC-001: the table jobs.');
});

it('a remark on what is signed is no vote; the writer sees it, and it is kept', () => {
  const remarks = held.session.amendments.filter(({ kind }) => kind === 'remark');
  expect(remarks).toMatchObject([{ seat: 'qa-lead', targets: ['DEC-001'], answer: 'taken' }]);
  expect(find('text/patch/synthesizer/1')).toContain('remarks on DEC-001: The REQ-001 of the title is gone');
});

it('shows each seat at the last call what became of what it asked for, and of nothing else', () => {
  const asked = held.session.amendments.find(({ seat }) => seat === 'devops-engineer');
  const prompt = find('text/last-call/devops-engineer/1');
  expect(prompt).toContain(`- ${asked?.id} on DEC-001 text: declined. A matter of taste.`);
  expect(prompt.match(/: declined\./g)).toHaveLength(1);
});

it('asks for answers only where something was put to the writer', () => {
  const fields = (key: string): string[] => {
    const request = held.requests.find((one) => one.key === key);
    return Object.keys((request?.schema?.json['properties'] ?? {}) as object);
  };
  expect(fields('text/revision/synthesizer/1')).toContain('answers');
  for (const key of ['text/mend-draft/synthesizer/1', 'text/shorten/synthesizer/1'])
    expect(fields(key)).not.toContain('answers');
});

describe('what is the same for all', () => {
  /** The blocks of two requests up to the first that differs. */
  const shared = (one: string, other: string): string => {
    const [a, b] = [one, other].map((key) => {
      const request = held.requests.find((asked) => asked.key === key);
      return [...(request?.system ?? []), ...(request?.prompt ?? [])];
    });
    const end = (a ?? []).findIndex(({ text }, index) => text !== b?.[index]?.text);
    return (a ?? [])
      .slice(0, end === -1 ? undefined : end)
      .map(({ text }) => text)
      .join('\n');
  };

  it.each(['2/answer', 'text/review', 'text/last-call'])('stands before the role in %s', (step) => {
    const both = shared(`${step}/qa-lead/1`, `${step}/devops-engineer/1`);
    expect(both).toContain('## How every seat ');
    expect(both).not.toContain('# Your role');
    const own = find(`${step}/qa-lead/1`).slice(both.length);
    expect(own.lastIndexOf('# Your task as Qa lead')).toBeGreaterThan(
      own.lastIndexOf('# Your role: Qa lead'),
    );
  });

  it('is found again by who sums up, and by the next round', () => {
    expect(shared('2/answer/qa-lead/1', '2/synthesis/facilitator/1')).toContain('Question of this round');
    expect(shared('2/question/facilitator/1', '2/answer/qa-lead/1')).toContain('Round 1 (');
    expect(shared('1/synthesis/facilitator/1', 'text/draft/synthesizer/1')).toContain('Position: ');
  });
});
