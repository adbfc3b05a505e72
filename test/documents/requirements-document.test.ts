/** What whoever signs a requirements document, or builds from it, has to find in it, seen on two played discussions. */
import { describe, expect, it } from 'vitest';
import { lintFile } from '../../src/documents/lint/lint-file.ts';
import { sortItems } from '../../src/documents/parts/standing.ts';
import {
  extendDocument,
  readContent,
  renderDocument,
  renderSessionRecord,
} from '../../src/documents/render-document.ts';
import { findFalseProse, markProse } from '../../src/documents/requirements/prose-citations.ts';
import {
  countDemands,
  findEarsProblem,
  findWeakWords,
} from '../../src/documents/requirements/requirement-form.ts';
import type { Session } from '../../src/domain/session.ts';
import { readPanel } from '../support/played-panel.ts';
import { shippedTemplates as templates } from '../support/shipped-templates.ts';

const played = ['specs-download-jobs', 'specs-patient-export', 'specs-api-keys', 'specs-offline-sync'];
const render = (session: Session) => renderDocument({ session, type: 'requirements', templates });
const firstScreen = (text: string) => text.split('\n## ')[0] ?? '';
/** One requirement with all that stands under it. */
const readItem = (text: string, id: string) =>
  text.split(`\n#### ${id}: `)[1]?.split('\n<!-- s2s:end')[0] ?? '';
/** The words of a text without comments. */
const readWords = (text: string) => text.replace(/<!--.*?-->/gs, '');

describe.each(played)('the requirements of %s', (name) => {
  it('open with what a person decided, and print it once', async () => {
    const session = await readPanel(name);
    const text = render(session);
    const decision = sortItems(session).decided.find(({ type }) => type === 'DEC');
    expect(firstScreen(text)).toContain(`* **DEC-001** ${decision?.text}`);
    expect(text.split('* **DEC-001** ')).toHaveLength(2);
    expect(firstScreen(text)).toMatch(/Decided by .+ on 2026-11-28, after round [23]/);
  });

  it('have no empty section, and each point of the review once', async () => {
    const session = await readPanel(name);
    const text = readWords(render(session));
    expect(text).not.toMatch(/^(?:None\.|Not discussed\.)$/m);
    expect(text).not.toMatch(/^#{2,4} .*\n+(?=#{2,3} )(?!### )/m);
    for (const { id } of sortItems(session).review)
      expect(text.split(`(**${id}**, not voted on)`), id).toHaveLength(2);
  });

  it('have in each group the agreed first, by priority, and the words of the first screen for the others', async () => {
    const session = await readPanel(name);
    const text = render(session);
    const ranks = ['must', 'should', 'could', 'wont', 'not set'];
    const support = /^\* Priority: ([a-z ]+).*\n\* Support: ([a-z ]+) \((?!decided)/gm;
    for (const group of text.split('\n### ').slice(1)) {
      const found = [...group.matchAll(support)].map(
        ([, priority = '', state = '']) =>
          ranks.indexOf(priority.trim()) + (state === 'agreed' ? 0 : ranks.length),
      );
      expect(found).toEqual(found.toSorted((one, other) => one - other));
    }
    const [top = ''] = text.split('\n## ');
    const listed = (title: string) => new RegExp(`${title}: (.*?)\\.(?: |$)`, 'm').exec(top)?.[1] ?? '';
    for (const [, id = '', state] of text.matchAll(
      /^#### (\S+):(?:(?!^#### )[\s\S])*?^\* Support: ([a-z ]+) \(/gm,
    ))
      if (state !== 'agreed')
        expect(
          listed(
            state === 'contested'
              ? 'Blocked'
              : state === 'too few votes'
                ? 'Too few votes'
                : 'Without a majority',
          ),
          id,
        ).toMatch(new RegExp(`\\b${id}\\b|more$`));
  });

  it('are found by lint to come from their session, with no citation that is false', async () => {
    const session = await readPanel(name);
    const text = render(session);
    const wrong = text.replace(/\[R1 [a-z-]+\]/, '[R9 qa-lead]');
    expect(lintFile(wrong, 'requirements.md', { session }).problems.map(({ rule }) => rule)).toContain(
      'citation/dangling',
    );
    const rules = lintFile(text, 'requirements.md', { session }).problems.map(({ rule }) => rule);
    expect(rules).not.toContain('citation/dangling');
    expect(rules).not.toContain('citation/unsaid');
    expect(rules).not.toContain('req/verification');
  });

  it('are extended by the same session without a change, and by another into its sections', async () => {
    const session = await readPanel(name);
    const text = render(session);
    expect(extendDocument(text, { session, type: 'requirements' })).toEqual({ text, edited: [] });
    const other = { ...session, id: '20260303-100000-other' };
    const more = extendDocument(text, { session: other, type: 'requirements' })?.text ?? '';
    expect(more.match(/^## .*$/gm)).toEqual(text.match(/^## .*$/gm));
    expect(more.match(/^### (?!Session).*$/gm)).toEqual(text.match(/^### .*$/gm));
    expect(extendDocument(more, { session: other, type: 'requirements' })?.text).toBe(more);
    expect(extendDocument(more, { session, type: 'requirements' })?.text).toBe(more);
  });
});

describe('a decision against the advice', () => {
  it('has the checks that still fit, what it replaced, who objects since, and what the review says of it', async () => {
    const session = await readPanel('specs-patient-export');
    const first = firstScreen(render(session));
    expect(first).toMatch(
      /after round 3, in different words than the facilitator recommended\.\n {2}\* Reason: .+\.\n/,
    );
    expect(first).toContain('  * Against it: the product manager;');
    expect(first).toContain(
      '  * Concerns that name it: the security champion, the QA lead and the business analyst;',
    );
    expect(renderSessionRecord(session)).toContain('Whether a doctor has to decide is a value and a duty');
    const top = render(session);
    expect(top).toContain('To verify, as REQ-002 put it: An export of a test patient with 3 restricted');
    expect(top).toContain('To verify, as REQ-029 put it: Of two test patients');
    // The seats behind these lost: their checks would have the tester build the other side.
    expect(top).not.toMatch(/as (?:REQ-017|REQ-036|BR-003|BR-006) put it/);
    expect(top).toContain(
      "It replaces REQ-002 (Restricted documents left out on the mark alone), REQ-017 (Doctor's",
    );
    expect(top).toContain('[R5 security-champion]');
    expect(top).toContain(
      'I would have had a doctor decide where a mark lacks who, when, ground or end.” (on DEC-001) [R5 business-analyst]',
    );
    expect(top).toContain('The review says: If DEC-001 holds, the records office shall have 200');
  });

  it('leaves dissent of a seat that said nothing since where it was', async () => {
    const text = render(await readPanel('specs-download-jobs'));
    expect(text.slice(text.indexOf('**Dissent:**'))).toContain(
      '“Never, unless the restarted job runs alone.”',
    );
  });
});

describe('what lint holds against a document of ours', () => {
  it('is the form of behaviour, not that of a measured quality, a rule or an exception that permits', async () => {
    const text = render(await readPanel('specs-offline-sync'));
    const found = lintFile(text, 'requirements.md', {}).problems.map(({ message }) => message);
    for (const id of ['NFR-006', 'NFR-010', 'NFR-012', 'NFR-013', 'NFR-014', 'EX-001', 'REQ-019'])
      expect(found.filter((message) => message.startsWith(`${id}:`))).toEqual([]);
    // Two demands, and a word that no test can fail on.
    expect(found.filter((message) => message.startsWith('REQ-014:'))).toHaveLength(2);
    expect(found).toContain('BR-001: the statement says "shall" 3 times; each requirement stands alone.');
    // A requirement that only allows is none.
    const allowing = text.replaceAll(
      "the app shall ask for the technician's PIN",
      "the app may ask for the technician's PIN",
    );
    expect(lintFile(allowing, 'requirements.md', {}).problems.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^REQ-016: the statement has no "shall"/),
    );
  });

  it('reads the list of a condition before THEN as a list', () => {
    const listed =
      'WHEN a guest submits a name, a number of up to nine digits and a time THEN the system SHALL create a booking';
    expect(findEarsProblem(listed, false)).toBeNull();
    expect(findEarsProblem('WHEN a name, a number THEN it SHALL create a booking', false)).toBe(
      '"it" names no system',
    );
  });
});

describe('what a signer looks for', () => {
  it('stands at its place in a discussion whose review found what cannot both hold', async () => {
    const session = await readPanel('specs-offline-sync');
    const text = render(session);
    const first = firstScreen(text);
    expect(first).toContain(
      'According to the review, cannot both hold: REQ-009 and REQ-019, NFR-011 and REQ-001.',
    );
    // Two of the four like the decision: what names it among concerns is not yet an objection, nor is it dissent.
    expect(first).not.toContain('Against it');
    expect(text).not.toContain('**Dissent:**');
    const [, concerns = ''] = text.split('**Concerns that name a decision:**\n\n');
    const qa = [...(concerns.split('\n\n')[0] ?? '').matchAll(/^\* QA lead: .*$/gm)].map(([line]) => line);
    // "As said in rounds 3 and 4" says nothing without what was said there.
    expect(qa).toHaveLength(2);
    expect(qa[0]).toMatch(/lets a clock delete the only copy of a signed report.*\[R4 qa-lead\]$/);
    expect(qa[1]).toMatch(/I stay against it, as said in rounds 3 and 4.*\[R5 qa-lead\]$/);
    // Its statement was divided; the check of the other half went with that half.
    expect(readItem(text, 'NFR-004')).not.toContain('73 hours');
    expect(text).toMatch(/^\* \*\*OQ-002\*\* .*\n {2}\* \*\*POINT-004\*\* OQ-002 can be answered by /m);
    expect(text.split('**POINT-004** ')).toHaveLength(2);
    // A concern that is not printed names nothing here.
    expect(text).not.toContain('**Named here and no longer in force:**');
  });

  it('stands where it is looked for', async () => {
    const text = render(await readPanel('specs-api-keys'));
    const first = firstScreen(text);
    // Seven requirements were put forward for the decision; those that were agreed carry it.
    expect(first).toContain('  * Taken up by REQ-025, REQ-028, REQ-030, REQ-031, BR-008.');
    expect(text).toContain('* **DEC-001**\n  * Nobody named a check for it.\n  * It replaces REQ-005 (');
    expect(first).toContain(' Open: Whether the first release may serve metrics without a key ');
    expect(readItem(text, 'EX-002')).toContain('\n* Exception to: BR-006, BR-007\n');
    // Two sides of an open conflict are no exceptions of each other.
    expect(readItem(text, 'EX-003')).not.toContain('Exception to');
    expect(readItem(text, 'REQ-011')).toContain('\n* See also: POINT-004\n');
    // The facilitator put another reason in the place of the seat's; the item stands in the seat's words.
    expect(readItem(text, 'BR-006')).toMatch(
      /Rationale: The project's constraint says all .+ when it leaks\. It rests on the project's constraint/,
    );
    const assumed = text.split('**Assumptions, and facts that nobody looked up:**')[1] ?? '';
    expect(assumed).toContain('* A typical instance serves 3 to 10 pipelines. [R1 product-manager]');
    expect(assumed).toContain('does not update the content at all. (said as a fact) [R1 devops-engineer]');
  });

  it('names the seats that would give a requirement another priority, in a statement or with a stance', async () => {
    const session = await readPanel('specs-offline-sync');
    const say = (id: string, priority: 'must' | 'should') => {
      const given = { seat: 'qa-lead', stance: 'support' as const, reason: '', round: 5, priority };
      const artifacts = session.artifacts.map((item) =>
        item.id === id ? { ...item, stances: [...item.stances, given] } : item,
      );
      return readItem(render({ ...session, artifacts }), id);
    };
    expect(say('REQ-020', 'should')).toContain('\n* Priority: must (should for QA lead); verification: ');
    expect(say('REQ-020', 'must')).toContain('\n* Priority: must; verification: ');
  });

  it('does not call a seat an opponent that supports the decision, whatever its concern', async () => {
    const session = await readPanel('specs-api-keys');
    const said = '  * Concerns that name it: the security champion and the DevOps engineer;';
    expect(firstScreen(render(session))).toContain(said);
    const stances = (['support', 'stand_aside'] as const).map((stance, index) => ({
      seat: ['devops-engineer', 'security-champion'][index] ?? '',
      stance,
      reason: index === 0 ? '' : 'It leaves a thief his jobs.',
      round: 5,
    }));
    const artifacts = session.artifacts.map((item) => (item.id === 'DEC-001' ? { ...item, stances } : item));
    const text = render({ ...session, artifacts });
    expect(firstScreen(text)).toContain('  * Against it: the security champion; quoted below.');
    expect(text.split('It leaves a thief his jobs.')).toHaveLength(2);
    expect(text).toMatch(
      /\*\*Dissent:\*\*\n\n(?:\* .*\n)*\* Security champion: “It leaves a thief his jobs\.” \(on DEC-001\)/,
    );
    expect(text).not.toContain('that is what I wanted');
  });
});

describe('a requirement', () => {
  it.each([
    ['REQ-019', 'POINT-011'],
    ['REQ-006', 'POINT-008'],
    ['REQ-012', 'POINT-009'],
    ['NFR-002', 'POINT-010'],
  ])('%s has under it what the review corrects in %s', async (id, point) => {
    const item = readItem(render(await readPanel('specs-patient-export')), id);
    expect(item).toMatch(
      new RegExp(
        `^\\* The review (?:says|puts it otherwise): .*Because: .*To verify: .*\\(\\*\\*${point}\\*\\*, not voted on\\)`,
        'm',
      ),
    );
  });

  it.each([
    ['REQ-007', 'Two testers read REQ-007', 'Who steals a password'],
    ['REQ-016', 'REQ-016 had no state', 'Patients who see nothing'],
    ['BR-005', 'BR-005 names the 10 working days', 'so one meaning is needed'],
    ['BR-005', 'and all three due dates of a test request', 'and, with a review, a second one'],
    ['REQ-011', 'is detected by the nightly check', 'are both in the report of the next day'],
  ])('%s prints no reason or check of a former wording: %s', async (id, former, present) => {
    const item = readItem(render(await readPanel('specs-patient-export')), id);
    expect(item).not.toContain(former);
    expect(item).toContain(present);
  });

  it('cites who brought the wording that is printed', async () => {
    const text = render(await readPanel('specs-patient-export'));
    expect(readItem(text, 'REQ-011')).toContain(
      '* Source: [R1 security-champion], now [R3 security-champion]\n',
    );
    expect(readItem(text, 'REQ-007')).toContain('* Source: [R1 security-champion], now [R2 qa-lead]');
  });

  it('has the priorities of the seats where they differ, and none where nobody gave one', async () => {
    const session = await readPanel('specs-patient-export');
    const change = (priorities: ('must' | 'could' | undefined)[]) => ({
      ...session,
      artifacts: session.artifacts.map((item) =>
        item.id === 'REQ-007' ? { ...item, priority: null } : item,
      ),
      statements: session.statements.map((statement) => {
        const { priority: _, ...rest } = statement;
        const given = priorities[['S-008', 'S-039'].indexOf(statement.id)];
        return given === undefined ? rest : { ...rest, priority: given };
      }),
    });
    expect(readItem(render(change(['must', 'could'])), 'REQ-007')).toContain(
      '* Priority: not set (must for Security champion, could for QA lead); verification: test\n',
    );
    expect(readItem(render(change([])), 'REQ-007')).toContain('* Priority: not set; verification: test\n');
  });

  it('stands under the subject that the draft gives it, in the order of the draft', async () => {
    const session = structuredClone(await readPanel('specs-patient-export'));
    const places = session.outcome?.document?.content['items'] as { artifact_id: string; group?: string }[];
    for (const place of places) place.group = /^REQ-0[0-2]/.test(place.artifact_id) ? 'Copy' : 'Who may ask';
    const text = render(session);
    expect([...text.matchAll(/^### (.*)$/gm)].map(([, title]) => title).slice(-2)).toEqual([
      'Copy',
      'Who may ask',
    ]);
    const other = structuredClone(session);
    other.id = '20260303-100000-other';
    for (const place of (other.outcome?.document?.content['items'] ?? []) as typeof places)
      place.group = place.artifact_id === 'REQ-001' ? 'Cost' : 'Copy';
    const more = extendDocument(text, { session: other, type: 'requirements' })?.text ?? '';
    expect(more.match(/^### (?!Session).*$/gm)?.slice(-3)).toEqual([
      '### Copy',
      '### Who may ask',
      '### Cost',
    ]);
    expect(more.indexOf('### Cost')).toBeLessThan(more.indexOf('## Decisions, Risks'));
    expect(extendDocument(more, { session: other, type: 'requirements' })?.text).toBe(more);
  });
});

describe('what is named', () => {
  it('is printed, or stands in the list of what is no longer in force', async () => {
    const text = readWords(render(await readPanel('specs-patient-export')));
    for (const id of ['BR-003', 'BR-007', 'REQ-004', 'REQ-017', 'REQ-027', 'OQ-001', 'OQ-003', 'OQ-005'])
      expect(text, id).toMatch(new RegExp(`\\*\\*${id}\\*\\*|(?:^\\* |It replaces .*)${id} \\(`, 'm'));
    expect(text).not.toMatch(/\bS-\d{3}\b/);
  });
});

describe('citations in the prose of a draft', () => {
  it('are marked where another seat said it, and the document says so at the top', async () => {
    const session = await readPanel('specs-patient-export');
    expect(readContent(session, 'requirements').unsupported).toEqual(['overview: 1/product-manager']);
    const text = render(session);
    expect(text).toContain('of the last 30 days [R1 product-manager: not what this seat said]');
    expect(firstScreen(text)).toContain('**Check the sources.** 1 citation');
  });

  it.each([
    ['(round 1, qa-lead)', '[R1 qa-lead]'],
    ['(qa-lead, round 1)', '[R1 qa-lead]'],
    ['[R1 qa-lead]', '[R1 qa-lead]'],
    ['(round 9, qa-lead)', '[R9 qa-lead: not in this session]'],
    ['(round 1, ux-designer)', '[R1 ux-designer: not in this session]'],
    ['(R1 qa-lead; review business-analyst)', '[R1 qa-lead] [review business-analyst]'],
    ['(round 1, before)', '(round 1, before)'],
    ['(review later)', '(review later)'],
    ['(see round 1)', '(see round 1)'],
    ['[R1 qa-lead](x.md)', '[R1 qa-lead](x.md)'],
  ])('%s becomes %s', async (written, printed) => {
    const session = await readPanel('specs-patient-export');
    expect(markProse(`It waits ${written}.`, session)).toBe(`It waits ${printed}.`);
    const isFalse = printed.includes(': not');
    expect(findFalseProse({ scope: `It waits ${written}.` }, session)).toHaveLength(isFalse ? 1 : 0);
  });
});

describe('the form of a statement', () => {
  it.each([
    ['The copy shall say how many documents were left out.', []],
    ['The page shall say how often a code was wrong.', []],
    ['The office shall ask again where it has reasonable doubts on the identity.', []],
    ['The portal shall keep many copies.', ['many']],
    ['The portal shall answer in a reasonable time.', ['reasonable']],
  ])('%s has the weak words %j', (text, words) => {
    expect(findWeakWords(text, true).map(({ word }) => word)).toEqual(words);
  });

  it.each([
    ['The portal shall show the open request and shall not start a second one.', 1],
    ['The portal shall compare the counts, and shall not release the copy while one differs.', 1],
    ['0 copies shall miss a document, and 0 shall hold one of another patient.', 1],
    ['The portal shall send a notice and shall write a log.', 2],
    ['The portal shall not send a notice and shall not write a log.', 2],
    ['The portal shall not send a notice. The office shall not answer.', 2],
  ])('%s makes %i demands', (text, count) => {
    expect(countDemands(text, 'shall')).toBe(count);
  });

  it.each([
    ['When a patient asks, the portal shall answer.', null],
    ['While a request is open, when a patient asks, the portal shall answer.', null],
    ['If a source fails, then the portal shall try again.', null],
    ['If a source fails, the portal shall try again.', 'an If must be followed by "then the <system> shall"'],
  ])('%s: %j', (text, problem) => {
    expect(findEarsProblem(text, true)).toBe(problem);
  });
});
