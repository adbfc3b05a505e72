/** What a session can be started with: agents, strategies, and the models that would answer. */
import * as z from 'zod';
import { describeStrategy } from '../../app/read/browse-library.ts';
import { fenceText } from '../../prompts/fence.ts';
import { clip } from '../panel-text.ts';
import { describeTool, type Told } from '../tool.ts';

const shared = { input: z.strictObject({}), isReadOnly: true, callsModels: false };

export const agentsTool = describeTool({
  ...shared,
  name: 'roundtable_agents',
  title: 'Agents',
  description: 'Lists the roles that can be given a seat, by id, with what they know. Costs nothing.',
  run: async (_given, { app, marker }) => {
    const { agents } = await app.listAgents();
    const rows = agents.map(({ id, role, description }) => ({
      id,
      role,
      description: clip(description, 300),
    }));
    return tellRows(rows, { key: 'agents', marker });
  },
});

export const strategiesTool = describeTool({
  ...shared,
  name: 'roundtable_strategies',
  title: 'Strategies',
  description: 'Lists the ways in which a discussion can run, by id, with their phases. Costs nothing.',
  run: async (_given, { app, marker }) => {
    const { strategies } = await app.listStrategies();
    const rows = strategies.map(describeStrategy).map(({ id, description, phases }) => {
      return { id, description: clip(description, 300), phases };
    });
    return tellRows(rows, { key: 'strategies', marker });
  },
});

export const modelsTool = describeTool({
  ...shared,
  name: 'roundtable_models',
  title: 'Models',
  description:
    'Lists the providers of models that the person has set up, what an unusable one lacks, and the models set for seats. The person chooses them, not you. Costs nothing.',
  run: async (_given, { app, marker }) => {
    const { providers, seats } = await app.listModels();
    const told = tellRows(providers, { key: 'providers', marker });
    return { text: `${told.text}\nSet for seats: ${JSON.stringify(seats)}`, data: { ...told.data, seats } };
  },
});

/** Descriptions come from files of the project, so they are data. */
function tellRows(rows: readonly object[], { key, marker }: { key: string; marker: string }): Told {
  const lines = rows.map((row) => Object.values(row).flat().join('; '));
  return {
    text: fenceText(`${key}, as files describe them`, lines.join('\n'), marker),
    data: { [key]: rows, notices: [] },
  };
}
