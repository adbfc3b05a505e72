/** Step 3 of a round: before a seat answers, it can look things up in the project. If that fails, it answers without. */
import type { Finding } from '../../domain/evidence.ts';
import type { Evidence } from '../../domain/records.ts';
import type { FullAnswer } from '../../domain/round.ts';
import { type AnswerOptions, buildAnswerPrompt } from '../prompts/participant.ts';
import { type LookReply, lookReply } from '../replies/evidence-forms.ts';
import { readLookUps } from '../replies/read-look-ups.ts';
import { PauseRun, type Run } from '../run.ts';
import { askSeat, type SeatQuestion } from './ask-seat.ts';

/** Output limit for a list of look-ups, including thinking, in tokens. */
const lookTokens = 4_000;

/** The most that one look-up may return, as a share of the limit for all, and the least worth returning, in bytes. */
const largestShare = 0.5;
const smallest = 400;

/** What the look-ups and the answer have in common: which seat to ask, how, and what. */
export type LookQuestion = Pick<
  SeatQuestion<LookReply>,
  'round' | 'seat' | 'model' | 'system' | 'timeoutSeconds' | 'signal'
> & {
  answer: AnswerOptions;
  facts: (evidence: {
    look_ups: number;
    findings: Finding[];
  }) => ReturnType<SeatQuestion<LookReply>['facts']>;
};

/**
 * Asks a seat what it wants to look up, looks it up, and asks again if the seat wants more, as often as the settings allow.
 * Returns the findings; an empty list if the seat wanted nothing or could not be asked.
 */
export async function lookUp(run: Run, question: LookQuestion): Promise<Finding[]> {
  const { evidence } = run.ports;
  const { mode, turns, look_ups: most, bytes } = run.session.settings.evidence;
  if (!evidence || mode === 'off' || !run.table.projectMap || evidence.isSeenBy?.(question.model)) return [];
  const findings: Finding[] = [];
  let left = bytes;
  for (let turn = 1; turn <= turns && left >= smallest; turn += 1) {
    const { answer, facts, ...asked } = question;
    const later = turns - turn;
    const result = await askSeat<LookReply>(run, {
      ...asked,
      step: 'look',
      purpose: 'look-up',
      prompt: buildAnswerPrompt(run.session, run.table, { ...answer, findings, look: { most, later } }),
      schemaName: 'look_ups',
      schema: lookReply,
      facts: () => facts({ look_ups: most, findings: [...findings] }),
      maxOutputTokens: lookTokens,
      firstAttempt: turn,
      retries: 0,
      ...(answer.plain === true
        ? { readPlain: (text: string) => ({ look_ups: text.split('\n'), again: false }) }
        : {}),
    });
    if (!result.ok) break;
    const wanted = readLookUps(result.value.look_ups).slice(0, most);
    for (const [index, one] of wanted.entries()) {
      if (left < smallest) break;
      const maxBytes = Math.floor(
        Math.min(bytes * largestShare, Math.max(smallest, left / (wanted.length - index))),
      );
      const signal = joinSignals(run, question.signal);
      const key = `${question.round}/look/${question.seat}/${turn}`;
      const finding = await evidence
        .lookUp(one, { key, maxBytes: Math.min(maxBytes, left), signal })
        .catch((error: unknown) => {
          if (run.ports.operator.stop.aborted) throw new PauseRun('signal', 'stopped on request');
          if (!signal.aborted) throw error;
          return null;
        });
      if (finding === null) return findings;
      const size = new TextEncoder().encode(finding.text).length;
      left -= size;
      findings.push(finding);
      run.ports.report({
        type: 'looked-up',
        round: question.round,
        seat: question.seat,
        title: finding.title,
        found: finding.found,
        bytes: size,
      });
    }
    if (wanted.length === 0 || !result.value.again) break;
  }
  return findings;
}

function joinSignals(run: Run, signal: AbortSignal | undefined): AbortSignal {
  const { stop } = run.ports.operator;
  return signal === undefined ? stop : AbortSignal.any([stop, signal]);
}

/** Checks the places in the project that an answer's facts and statements cite, and returns the answer with the results. */
export async function checkAnswer(run: Run, answer: FullAnswer, round: number): Promise<FullAnswer> {
  const { evidence } = run.ports;
  const given = [...answer.facts, ...answer.statements].flatMap(({ evidence: places = [] }) => places);
  if (!evidence || given.length === 0) return answer;
  const checked = await evidence.check(given, { key: `${round}/answer/${answer.id}/1` });
  const take = (places: readonly Evidence[]): Evidence[] => checked.splice(0, places.length);
  return {
    ...answer,
    facts: answer.facts.map((fact) => ({ ...fact, evidence: take(fact.evidence) })),
    statements: answer.statements.map((statement) =>
      statement.evidence === undefined ? statement : { ...statement, evidence: take(statement.evidence) },
    ),
  };
}
