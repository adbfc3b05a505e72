/** The registry of tools. */
import type { Tool } from './tool.ts';
import { answerTool } from './tools/answer.ts';
import { agentsTool, modelsTool, strategiesTool } from './tools/choices.ts';
import { estimateTool } from './tools/estimate.ts';
import { exportTool } from './tools/export.ts';
import { listTool } from './tools/list.ts';
import { sayTool } from './tools/say.ts';
import { searchTool } from './tools/search.ts';
import { startTool } from './tools/start.ts';
import { closeTool, guideTool, pauseTool, resumeTool, skipTool, statusTool } from './tools/steer.ts';
import { waitTool } from './tools/wait.ts';

/** Every tool. */
export const tools: readonly Tool[] = [
  startTool,
  waitTool,
  statusTool,
  answerTool,
  sayTool,
  guideTool,
  pauseTool,
  resumeTool,
  skipTool,
  closeTool,
  exportTool,
  listTool,
  searchTool,
  estimateTool,
  agentsTool,
  strategiesTool,
  modelsTool,
];
