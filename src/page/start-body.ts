/** Turns the form of a new discussion into the body of a request. */

/** The values of the form; an empty text leaves a value to the configuration. */
export interface StartForm {
  topic: string;
  workflow: string;
  strategy: string;
  seats: readonly string[];
  withMe: boolean;
  minRounds: string;
  maxRounds: string;
  maxCost: string;
}

export const emptyForm: StartForm = {
  ...{ topic: '', workflow: 'roundtable', strategy: '', seats: [], withMe: false },
  ...{ minRounds: '', maxRounds: '', maxCost: '' },
};

/** The body, with only the fields that were filled in. */
export function toBody(form: StartForm): Record<string, unknown> {
  const number = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));
  const entries: Record<string, unknown> = {
    topic: form.topic.trim(),
    workflow_type: form.workflow,
    strategy: form.strategy === '' ? undefined : form.strategy,
    participants: form.seats.length === 0 ? undefined : form.seats,
    min_rounds: number(form.minRounds),
    max_rounds: number(form.maxRounds),
    max_cost: number(form.maxCost),
    with_me: form.withMe || undefined,
  };
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
}
