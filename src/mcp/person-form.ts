/** Forms that a client shows directly to the person, without the assistant. */

/** The person's response to a form. The values come from outside and are not checked yet. */
export interface FormAnswer {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, unknown> | undefined;
}

/** How a client shows a form to the person. */
export interface PersonForm {
  /** `push`: the server sends the form by itself; `return`: a call returns the form, and the client calls again; `none`: not at all. */
  way: 'push' | 'return' | 'none';
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
