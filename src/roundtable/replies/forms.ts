/** The forms that replies are asked in, each made once however many discussions ask for it. */
import type * as z from 'zod';
import type { JsonSchema } from '../../domain/model-request.ts';
import { chooseAnswerReply, chooseReviewReply, toJsonSchema } from './replies.ts';

/** Gives the form for what a session asks, and the same one for the same. */
export interface ReplyForms {
  chooseAnswer: typeof chooseAnswerReply;
  chooseReview: typeof chooseReviewReply;
  /** A form as JSON Schema; nobody changes what this gives. */
  describe: (form: z.ZodType) => JsonSchema;
}

/** Makes each form when it is first asked for. A host of many discussions hands all of them the same. */
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

/** One form for each combination of yes and no. */
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
