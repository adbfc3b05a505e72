/** `s2s mcp`: the server through which assistants hold roundtables. */
import { createApp } from '../../app/create-app.ts';
import { exitCodes } from '../../session/errors.ts';
import { describeCommand } from '../parser/command-descriptor.ts';
import { listenOptions, type ServeFlags, serve } from './serve.ts';

export const mcpCommand = describeCommand<[], ServeFlags & { http?: boolean }>({
  path: 'mcp',
  description: 'Give assistants the tools of a roundtable (Model Context Protocol)',
  options: [{ usage: '--http', description: 'over HTTP, as s2s serve does at /mcp' }, ...listenOptions],
  examples: ['s2s mcp', 's2s mcp --cwd .', 's2s mcp --http --port 0'],
  exits: { 0: 'the assistant has left; what ran is paused', 5: 'the folder does not exist' },
  run: async ({ flags }, context) => {
    const { environment, cwd, say, stop } = context;
    if (flags.http === true) return serve(flags, context, 'mcp');
    const { serveMcp } = await import('../../mcp/serve-mcp.ts');
    const { clock, stdin, stdout, version, randomToken } = environment;
    if (stdin.isTTY) {
      say('This is a server for assistants, which start it themselves (docs/mcp.md). Ctrl-D ends it.');
    }
    // Somebody else may hold the input open, and then it does not end with a client that was killed.
    const orphaned = new AbortController();
    const unwatch = environment.onParentGone(() => orphaned.abort());
    await serveMcp({
      // Without --trust, because the command that starts the server may come from the repository itself.
      openApp: (notify) => createApp({ cwd, world: environment, notify }),
      input: stdin,
      output: stdout,
      clock,
      randomToken,
      cwd,
      version,
      say: (text) => say(text, { warning: true }),
      stop: AbortSignal.any([stop, orphaned.signal]),
      endNow: () => environment.exitNow(exitCodes.done),
    });
    unwatch();
    return { json: {}, text: '' };
  },
});
