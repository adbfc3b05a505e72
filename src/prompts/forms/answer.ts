/** What a participant returns in a round. */
import * as z from 'zod';
import { type StatementKind, statementKinds } from '../../session/vocabulary.ts';
import { type FactReply, factList } from './facts.ts';
import {
  nullableText,
  objectList,
  optionalText,
  readFlag,
  requiredText,
  shareOrNull,
  textList,
} from './fields.ts';
import { readKind } from './read-kind.ts';

const statementList = objectList(
  z.object({
    kind: z
      .preprocess(
        (value) => readKind(value) ?? 'other',
        z.enum(statementKinds as [StatementKind, ...StatementKind[]]),
      )
      .describe('what it would be in the result'),
    text: requiredText(
      'one point that you want in the result, in a sentence that can be understood by itself',
    ),
  }),
  'each point that you want in the result, once; points that stand already are not repeated',
  { idKey: 'kind', textKey: 'text' },
);

const conflictList = objectList(
  z.object({
    conflict_id: requiredText('id of an open conflict'),
    holds: nullableText('the id of the position that you hold now, such as a; null when you hold none'),
    gives_up: z
      .preprocess((value) => readFlag(value) ?? false, z.boolean())
      .describe('true when you held a position and give it up'),
    position: optionalText(
      'the position that you hold now, in words that you would sign, where none of the letters says it; else empty',
    ),
    because: optionalText('why, in a sentence'),
  }),
  'where you stand on each open conflict, by its id',
  { idKey: 'conflict_id', textKey: 'holds' },
);

const answer = {
  position: requiredText('your answer to the question, in one to three sentences'),
  statements: statementList,
  assumptions: textList('what you take for granted without having seen it'),
  concerns: textList(''),
  questions: textList('what this panel cannot answer, and who could'),
  confidence: shareOrNull('0.0 to 1.0'),
  context_challenge: nullableText('what is wrong with the stated context, or null'),
};

export interface AnswerReply {
  position: string;
  proposal: string;
  statements: { kind: StatementKind; text: string }[];
  facts?: FactReply[];
  assumptions: string[];
  concerns: string[];
  questions: string[];
  confidence: number | null;
  context_challenge: string | null;
  conflicts?: {
    conflict_id: string;
    holds: string | null;
    gives_up: boolean;
    position?: string;
    because: string;
  }[];
  private_note?: string | null;
}

/** The form of an answer: what is asked depends on the round. */
export function chooseAnswerForm(options: {
  /** A whole proposal is asked for. */
  proposal: boolean;
  /** There are open conflicts. */
  conflicts: boolean;
  /** Facts may cite places in the project. */
  facts: boolean;
  privateNote: boolean;
}): z.ZodType<AnswerReply> {
  const { position, ...rest } = answer;
  return z.object({
    position,
    proposal: optionalText(
      options.proposal
        ? 'your whole proposal, in markdown'
        : 'your answer with its reasons, in at most 500 words',
    ),
    ...rest,
    ...(options.facts ? { facts: factList } : {}),
    ...(options.conflicts ? { conflicts: conflictList } : {}),
    ...(options.privateNote
      ? { private_note: nullableText('a note to yourself for later rounds; nobody else reads it') }
      : {}),
  }) as unknown as z.ZodType<AnswerReply>;
}
