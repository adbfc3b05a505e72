/** Forms that a client shows directly to the person, without the assistant: such an answer is recorded as the person's own. */

/** The person's response to a form. The values come from outside and are not checked yet. */
export interface FormAnswer {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, unknown> | undefined;
}

/** What a client can show the person. */
export interface PersonForm {
  isShown: boolean;
  /** The response to a question that came with this call, or null. */
  read: (key: string) => FormAnswer | null;
}

/** A question that the client has to show to the person before the call can continue. */
export interface Asking {
  ask: { key: string; message: string; requestedSchema: FormSchema };
}

/** The fields of a form. */
export type FormSchema = {
  type: 'object';
  properties: Record<
    string,
    | { type: 'string'; title: string; description?: string; enum?: string[] }
    | { type: 'integer'; title: string; description?: string; minimum?: number; maximum?: number }
  >;
  required: string[];
};
