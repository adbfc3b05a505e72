/** Caches what was made from data while the data stays the same. */

/**
 * Wraps a function of plain data whose result depends only on the data. A result is kept as long as its object, and reused only
 * while the object has the same JSON: after a change in place the function is called again.
 */
export function remember<Result>(make: (value: object) => Result): (value: object) => Result {
  const made = new WeakMap<object, { json: string; result: Result }>();
  return (value) => {
    const json = JSON.stringify(value);
    const known = made.get(value);
    if (known?.json === json) return known.result;
    const result = make(value);
    made.set(value, { json, result });
    return result;
  };
}
