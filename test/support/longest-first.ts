import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes ten seconds of a processor or more, the longest first. A file that is not in this list comes after those, the larger ones first. */
const longest = [
  'page/browser',
  'docs/examples',
  'workers/workers',
  'durability/kill',
  'workers/kills',
  'roundtable/crash-safety',
  'hostile/server',
  'hostile/repository',
  'bench/smoke',
  'models/failure-matrix',
  'durability/disk',
  'server/runs',
  'app/outputs',
  'durability/signals',
  'durability/contention',
  'app/runs',
  'store/postgres/discussion',
  'mcp/leaving',
  'mcp/discussion',
  'cli/interactive',
  'cli/durability',
  'pack/package',
  'rehearsal/forms',
  'app/library',
  'cli/output',
  'docs/pipeline',
  'durability/replay',
  'models/choose-model',
  'models/fallback',
  'app/evidence',
  'app/earlier-decisions',
  'models/causes',
  'cli/keyboard',
  'durability/limits',
  'seats/panel-runs',
  'seats/turn-runs',
  'cli/seeds',
  'bench/quality',
  'server/events',
  'durability/order',
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
