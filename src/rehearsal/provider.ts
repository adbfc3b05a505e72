/**
 * The rehearsal panel: a whole discussion and its text without a model, for `--dry-run`. It is a script, not a mind: it reads the facts
 * of a request, never its text, and the same facts always give the same reply. plots.ts says what happens with each seed.
 */
import type { JsonSchema, ModelRequest, RequestFacts } from '../session/model-request.ts';
import { type Completion, ModelError, type Provider } from '../session/ports/provider.ts';
import { noUsage } from '../session/records.ts';
import { rehearseAnswer } from './answer.ts';
import { rehearseDraft } from './draft.ts';
import { rehearseLook } from './look.ts';
import { rehearseQuestion } from './question.ts';
import { fitReply, readItemKinds, readProperties } from './reply-shape.ts';
import { rehearseReview, rehearseVotes } from './review.ts';
import { rehearseRevision } from './revision.ts';
import { rehearseSynthesis } from './synthesis.ts';

/** Creates the panel. Its calls cost nothing and fail only if they were aborted before they began. A request without facts is a check of the connection. */
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
  const { facts, schema } = request;
  const text =
    facts === null
      ? JSON.stringify({ position: 'ready', confidence: 1, concerns: [] })
      : schema === null
        ? speakPlain(request, facts)
        : writeReply(request, facts, schema.json);
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

/** The reply as JSON, in the form of its schema; where its author may look things up first, look-ups in its place. */
function writeReply(request: ModelRequest, facts: RequestFacts, schema: JsonSchema): string {
  const inner = readProperties(schema);
  const mayLook = inner !== null && 'look_ups' in inner;
  const form = (mayLook ? inner['reply'] : schema) as JsonSchema;
  const place = facts.session.participants.findIndex(({ id }) => id === request.seat);
  const looked = mayLook && request.step === 'answer' ? rehearseLook(facts, place) : [];
  const reply = looked.length > 0 ? null : fitReply(buildReply(request, facts, form), form);
  return JSON.stringify(mayLook ? { look_ups: looked, reply } : reply, null, 2);
}

/** The reply with all the fields that it can have. */
function buildReply({ step, round, seat }: ModelRequest, facts: RequestFacts, form: JsonSchema): object {
  switch (step) {
    case 'question':
      return rehearseQuestion(facts, round);
    case 'answer':
      return rehearseAnswer(facts, { seat, round });
    case 'synthesis':
      return rehearseSynthesis(facts, round);
    case 'draft':
      // What a draft is asked to mend comes in the form of a revision.
      return 'removed' in (readProperties(form) ?? {})
        ? rehearseRevision(facts)
        : rehearseDraft(facts, readItemKinds(form));
    case 'review':
      return rehearseReview(facts, seat);
    case 'revision':
    case 'patch':
      return rehearseRevision(facts);
    case 'last-call':
      return rehearseVotes(facts, seat);
  }
}

/** An answer in plain text, for seats that are set to speak so. */
function speakPlain({ seat, round }: ModelRequest, facts: RequestFacts): string {
  const { position, proposal, statements } = rehearseAnswer(facts, { seat, round });
  return [position, proposal, statements.map(({ text }) => `- ${text}`).join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}
