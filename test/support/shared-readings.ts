/** What all apps and runs of a test worker share, as a host of many apps does: nothing in it depends on a session. */
import { createForms } from '../../src/roundtable/replies/forms.ts';

/** Agents and strategies are read from YAML once. */
export const libraryReadings = new Map();

/** The forms of replies are made once. */
export const forms = createForms();
