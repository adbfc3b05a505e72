/** Lets many discussions that start together look at the project once, not once each. */

/** Calls during a run of `findOut` share its result; a later call starts a new run. */
export function shareWork<Result>(findOut: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | null = null;
  return () => {
    underWay ??= findOut().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
