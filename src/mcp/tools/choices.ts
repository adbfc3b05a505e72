/** What a session can be started with: agents, strategies, and the models that would answer. */
import * as z from 'zod';
import { describeStrategy } from '../../app/read/browse-library.ts';
import { clip, panelNotice } from '../panel-text.ts';
import { describeTool } from '../tool.ts';

const shared = { input: z.strictObject({}), isReadOnly: true, callsModels: false };
/** Descriptions come from files of the project, so they are data. */
const notice = panelNotice;

export const agentsTool = describeTool({
  ...shared,
  name: 'roundtable_agents',
  title: 'Agents',
  description: 'Lists the roles that can be given a seat, by id, with what they know. Costs nothing.',
  run: async (_given, { app }) => {
    const { agents } = await app.listAgents();
    return {
      notice,
      agents: agents.map(({ id, role, description }) => ({ id, role, description: clip(description, 300) })),
    };
  },
});

export const strategiesTool = describeTool({
  ...shared,
  name: 'roundtable_strategies',
  title: 'Strategies',
  description: 'Lists the ways in which a discussion can run, by id, with their phases. Costs nothing.',
  run: async (_given, { app }) => {
    const { strategies } = await app.listStrategies();
    const rows = strategies.map(describeStrategy).map(({ id, description, phases }) => {
      return { id, description: clip(description, 300), phases };
    });
    return { notice, strategies: rows };
  },
});

export const modelsTool = describeTool({
  ...shared,
  name: 'roundtable_models',
  title: 'Models',
  description:
    'Lists the providers of models that the person has set up, what an unusable one lacks, and the models set for seats. The person chooses them, not you. Costs nothing.',
  run: async (_given, { app }) => ({ ...(await app.listModels()) }),
});
