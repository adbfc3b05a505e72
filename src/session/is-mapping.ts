/** Whether a value is data with keys, as JSON and YAML give it: not a list and not null. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
