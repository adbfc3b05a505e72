/** What was made of data is not made again while the data say the same. */

/**
 * Wraps a function of plain data, whose result depends on the data alone. A result is kept as long as the object it was made of, and
 * used again only while the object reads the same as JSON: one that was changed in place is taken anew.
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
