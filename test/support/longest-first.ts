import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes more than ten seconds, the longest first. A file that is not in this list comes after those, the larger ones first. */
const longest = ['docs/examples'];

/** Begins with the files that take longest, so that at the end no worker is left alone with one of them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
