import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes ten seconds of a processor or more, the longest first. A file that is not in this list comes after those, the larger ones first. */
const longest = [
  'docs/examples',
  'page/browser',
  'bench/smoke',
  'durability/kill',
  'workers/kills',
  'cli/durability',
  'cli/interactive',
  'workers/workers',
  'hostile/server',
  'cli/keyboard',
  'models/failure-matrix',
  'server/runs',
  'pack/package',
  'cli/no-project',
  'mcp/contract',
  'cli/output',
  'cli/next-steps',
  'app/outputs',
  'hostile/reading',
  'hostile/repository',
  'durability/contention',
  'store/postgres/discussion',
  'app/runs',
  'durability/disk',
  'app/evidence',
  'roundtable/crash-safety',
  'durability/signals',
  'rehearsal/sessions',
  'seats/turn-runs',
  'mcp/leaving',
  'cli/loopback',
  'models/choose-model',
  'models/money',
  'cli/seeds',
];

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
