import { expect, it } from 'vitest';
import {
  checkAgendas,
  checkAgents,
  checkStrategies,
  listAgents,
  listStrategies,
} from '../../src/library/load-library.ts';
import { packageRoot } from '../support/library-folder.ts';

const places = { project: null, shipped: packageRoot };

it('loads everything that ships without a problem', async () => {
  const checks = await Promise.all([checkAgents(places), checkStrategies(places), checkAgendas(places)]);
  expect(checks.flatMap(({ problems }) => problems)).toEqual([]);
  const { agents } = await listAgents(places);
  expect(agents.length).toBeGreaterThanOrEqual(13);
  expect(agents.find(({ id }) => id === 'facilitator')).toBeDefined();
  const { strategies } = await listStrategies(places);
  expect(strategies.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      'consensus-driven',
      'debate',
      'disney',
      'explore-work-validate',
      'six-hats',
      'standard',
    ]),
  );
});
