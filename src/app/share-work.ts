/** Many discussions that start together look at the project once, not each for itself. */

/** Whoever asks while the answer is being found out gets that answer; whoever asks later, a new one. */
export function shareWork<Result>(findOut: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | null = null;
  return () => {
    underWay ??= findOut().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
