/** Forms that a client shows to the person, past the assistant. */

/** What the person did with a form. The values come from outside and are not checked yet. */
export interface FormAnswer {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, unknown> | undefined;
}

/** How a client puts a form before the person. */
export interface PersonForm {
  /** `push`: the server asks while calls come and go; `return`: a call comes back with the question; `none`: not at all. */
  way: 'push' | 'return' | 'none';
  /** What came back with this call for a question, or null. */
  read: (key: string) => FormAnswer | null;
}

/** A question that the client has to put to the person before the call can go on. */
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
