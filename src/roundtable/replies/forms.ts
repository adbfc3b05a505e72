/** The schemas that replies are asked for in, each built once and shared by all discussions. */
import type * as z from 'zod';
import type { JsonSchema } from '../../domain/model-request.ts';
import { chooseAnswerReply, chooseReviewReply, toJsonSchema } from './replies.ts';

/** Returns the form for what a session asks; the same options give the same form. */
export interface ReplyForms {
  chooseAnswer: typeof chooseAnswerReply;
  chooseReview: typeof chooseReviewReply;
  /** A form as JSON Schema; callers must not change it. */
  describe: (form: z.ZodType) => JsonSchema;
}

/** Builds each form when it is first asked for. A host that runs many discussions passes all of them the same instance. */
export function createForms(): ReplyForms {
  const described = new WeakMap<z.ZodType, JsonSchema>();
  return {
    chooseAnswer: keepForms(chooseAnswerReply),
    chooseReview: keepForms(chooseReviewReply),
    describe: (form) => {
      const json = described.get(form) ?? toJsonSchema(form);
      described.set(form, json);
      return json;
    },
  };
}

/** Caches one form for each combination of options. */
function keepForms<Options extends object, Form>(
  choose: (options: Options) => Form,
): (options: Options) => Form {
  const made = new Map<string, Form>();
  return (options) => {
    const key = JSON.stringify(Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1)));
    const form = made.get(key) ?? choose(options);
    made.set(key, form);
    return form;
  };
}
