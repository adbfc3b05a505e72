/**
 * The rehearsal panel: a whole discussion without a model, for `--dry-run`. It reads the facts of a request, never its text. The same
 * facts, seed and key always give the same reply. scenario.ts says what happens with each seed.
 */
import type { ModelRequest } from '../domain/model-request.ts';
import { type Completion, ModelError, type Provider } from '../domain/provider.ts';
import { noUsage } from '../domain/records.ts';
import { rehearseAnswer } from './answer.ts';
import { readFields, rehearseDraft } from './draft.ts';
import { pointToPlaces, rehearseLook } from './look.ts';
import { rehearseQuestion } from './question.ts';
import { rehearseReview } from './review.ts';
import { rehearseSynthesis } from './synthesis.ts';

/** Creates the panel. Its calls cost nothing and fail only if they were aborted before they began. */
export function createRehearsal(): Provider {
  return {
    name: 'rehearsal',
    type: 'rehearsal',
    rehearsed: true,
    complete: async (request, { modelName, signal }) => {
      if (signal.aborted) throw new ModelError('cancelled', 'the call was cancelled before it began');
      return completeRehearsal(request, modelName);
    },
  };
}

function completeRehearsal(request: ModelRequest, modelName: string): Completion {
  const text = request.schema === null ? speakPlain(request) : JSON.stringify(buildReply(request), null, 2);
  const sent = [...request.system, ...request.prompt].reduce((sum, block) => sum + block.text.length, 0);
  return {
    text,
    usage: {
      ...noUsage,
      calls: 1,
      input_tokens: estimateTokens(sent),
      output_tokens: estimateTokens(text.length),
    },
    stop_reason: 'end_turn',
    request_id: null,
    model: modelName,
  };
}

/** Four characters per token, rounded up, as in all estimates. */
function estimateTokens(characters: number): number {
  return Math.ceil(characters / 4);
}

/** The reply as data; optional fields are included only if the schema has them. */
function buildReply(request: ModelRequest): object {
  const { facts } = request;
  const schema = request.schema?.json ?? null;
  const fields = new Set(Object.keys(readFields(schema)));
  switch (request.step) {
    case 'question':
      return rehearseQuestion(facts, { withSides: fields.has('sides') });
    case 'look':
      return rehearseLook(facts, request.key);
    case 'answer': {
      const { stances, judgements, ...answer } = rehearseAnswer(facts, request.key);
      return {
        ...answer,
        ...(facts.evidence === undefined ? {} : { facts: pointToPlaces(facts, answer.facts) }),
        ...(fields.has('stances') ? { stances } : {}),
        ...(fields.has('judgements') ? { judgements } : {}),
        ...(fields.has('private_note')
          ? { private_note: `In round ${facts.round} I spoke on ${facts.focus || facts.topic}.` }
          : {}),
      };
    }
    case 'synthesis':
      return rehearseSynthesis(facts, { withQuestion: fields.has('next_question') });
    case 'statements':
      return leaveOut(facts);
    case 'review': {
      const { judgements, ...review } = rehearseReview(facts);
      return { ...review, ...(fields.has('judgements') ? { judgements } : {}) };
    }
    case 'draft':
      return rehearseDraft(facts, schema);
  }
}

/** The reply about statements that a rehearsed synthesis cannot place: those of a person. */
function leaveOut(facts: ModelRequest['facts']): object {
  return {
    items: [],
    not_taken: facts.statements.map(({ id }) => ({
      statement: id,
      reason: 'the built-in panel cannot read it',
    })),
  };
}

/** The reply in plain text, for requests without a schema. */
function speakPlain(request: ModelRequest): string {
  const { facts } = request;
  switch (request.step) {
    case 'question':
      return rehearseQuestion(facts, { withSides: false }).question;
    case 'look':
      return 'none';
    case 'answer': {
      const answer = rehearseAnswer(facts, request.key);
      return [
        answer.position,
        ...answer.statements.map(({ text, why }) => `${text} ${why}`.trim()),
        ...(answer.changed_because ? [answer.changed_because] : []),
      ].join('\n\n');
    }
    case 'synthesis':
      return rehearseSynthesis(facts, { withQuestion: false }).synthesis;
    case 'statements':
      return '';
    case 'review':
      return rehearseReview(facts)
        .stances.map(
          ({ item_id: id, stance, reason }) => `${id}: ${stance}${reason === '' ? '' : ` because ${reason}`}`,
        )
        .join('\n');
    case 'draft': {
      const draft = rehearseDraft(facts, null);
      return typeof draft['summary'] === 'string' ? draft['summary'] : facts.topic;
    }
  }
}
