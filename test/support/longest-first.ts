import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes five seconds of a processor or more, the longest first. A file that is not in this list comes after those, the larger ones first. */
const longest = [
  'page/browser',
  'workers/workers',
  'docs/examples',
  'durability/kill',
  'workers/kills',
  'pack/package',
  'cli/interactive',
  'cli/keyboard',
  'durability/disk',
  'hostile/server',
  'roundtable/crash-safety',
  'app/library',
  'server/runs',
  'hostile/repository',
  'mcp/discussion',
  'models/failure-matrix',
  'store/contract/store',
  'durability/signals',
  'mcp/leaving',
  'cli/output',
  'durability/contention',
  'store/postgres/discussion',
  'seats/turn-runs',
  'app/outputs',
  'cli/seeds',
  'bench/smoke',
  'cli/interrupt',
  'evidence/project-files',
  'terminal/operator-pty',
  'cli/serve',
  'bench/quality',
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
