/** What all apps and runs of a test worker share, as a host of many apps does: nothing in it depends on a session. */

/** Agents and strategies are read from YAML once. */
export const libraryReadings = new Map();
