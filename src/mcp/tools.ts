/** The registry of tools. A new tool is one file and one line here. */
import type { Tool } from './tool.ts';
import { answerTool } from './tools/answer.ts';
import { agentsTool, modelsTool, strategiesTool } from './tools/choices.ts';
import { closeTool } from './tools/close.ts';
import { estimateTool } from './tools/estimate.ts';
import { exportTool } from './tools/export.ts';
import { guideTool } from './tools/guide.ts';
import { listTool } from './tools/list.ts';
import { pauseTool } from './tools/pause.ts';
import { resumeTool } from './tools/resume.ts';
import { sayTool } from './tools/say.ts';
import { searchTool } from './tools/search.ts';
import { skipTool } from './tools/skip.ts';
import { startTool } from './tools/start.ts';
import { statusTool } from './tools/status.ts';
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
