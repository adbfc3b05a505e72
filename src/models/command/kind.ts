/** Programs that read a prompt and print an answer. */
import * as z from 'zod';
import type { ProviderConfig, ProviderKind, ReadyMade } from '../provider-kind.ts';
import { variableName } from '../shared-keys.ts';

/** What the two keys that hold a command have in common. */
const commandKey = {
  can: 'runs',
  schema: z
    .array(z.string())
    .min(1)
    .refine(([program]) => program !== '', 'the program is missing'),
  type: 'a list of texts: the program and its arguments',
} as const;

/** The kind of provider that runs a program. */
export const commandKind: ProviderKind = {
  type: 'command',
  description: 'a program',
  keys: [
    {
      ...commandKey,
      name: 'command',
      description: 'The program to run; the prompt goes to its standard input.',
      example: ['claude', '-p', '--output-format', 'json'],
    },
    {
      ...commandKey,
      name: 'reading_command',
      description:
        'The command to run instead with `--evidence agent`, in a folder with a read-only copy of the project: the same program with its tools for reading, but without those for writing or for running programs.',
      example: ['node', 'tools/seat.js', 'with-files'],
    },
    {
      name: 'output',
      can: 'nothing',
      schema: z.string().regex(/^(text|json(:[A-Za-z0-9_.[\]-]+)?)$/),
      type: 'text, json, or json: with a path in it, such as json:result',
      description: 'What the program prints: the answer itself, or JSON with the answer at a path.',
      example: 'json:result',
    },
    {
      name: 'env',
      can: 'variable',
      schema: z.array(variableName),
      type: 'a list of names of environment variables',
      description:
        'Variables that the program gets in addition to those that every program needs, such as PATH, HOME, LANG and the proxies.',
      example: ['ANTHROPIC_API_KEY'],
    },
  ],
  required: { key: 'command', description: 'the program to run and its arguments, as a list' },
  needsModel: false,
  needsKey: () => false,
  listReadyMade: () => ({
    'claude-code': {
      ...describeProgram(claude, { output: 'json:result', env: claudeVariables, reading: readingClaude }),
      statesCost: true,
    },
    codex: describeProgram(codex, { output: 'text', env: codexVariables }),
    gemini: describeProgram(gemini, { output: 'json:response', env: geminiVariables, reading: gemini }),
  }),
  findMissing: async ({ config, env }) => {
    const program = config.command?.[0] ?? '';
    // A path is not checked here: the call shows whether the program can be run.
    if (/[\\/]/.test(program)) return null;
    const { findExecutable } = await import('../find-executable.ts');
    return (await findExecutable(program, env)) === null ? `"${program}" is not on the PATH` : null;
  },
};

/** Without tools, MCP servers, hooks or the person's settings, and without keeping the conversation. */
const claude = [
  ...['claude', '-p', '--output-format', 'json', '--tools', '', '--strict-mcp-config'],
  ...['--setting-sources', '', '--disable-slash-commands', '--no-session-persistence'],
  ...['--model', '{model}'],
];
/** The same with the tools that read files: without a terminal, the program refuses files outside its folder. */
const readingClaude = claude.map((part, index) =>
  claude[index - 1] === '--tools' ? 'Read,Grep,Glob' : part,
);
/**
 * Codex has no flag to turn off all tools, and none for reading files without the shell. So the shell is turned off, the rest
 * can only read, no MCP server is configured, and seats look things up as they do with any model.
 */
const codex = [
  ...['codex', 'exec', '--sandbox', 'read-only', '--skip-git-repo-check', '--ephemeral'],
  ...['--ignore-user-config', '--ignore-rules', '--disable', 'shell_tool', '--disable', 'unified_exec'],
  ...['-c', 'web_search="disabled"', '--color', 'never', '--model', '{model}', '-'],
];
/**
 * Without a terminal this mode refuses each tool that would ask first; tools that read files of its
 * folder do not ask. Extensions and MCP servers are turned off.
 */
const gemini = [
  ...['gemini', '--approval-mode', 'default', '--skip-trust', '--extensions', 'none'],
  ...['--allowed-mcp-server-names', 'none', '--output-format', 'json', '--model', '{model}'],
];

/** The commands that ship, whose flags take the tools of the program away; of any other nobody here knows what it may do. */
const withoutTools: readonly (readonly string[])[] = [claude, codex, gemini];

const claudeVariables = [
  ...['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_BASE_URL', 'CLAUDE_CODE_OAUTH_TOKEN'],
  'CLAUDE_CONFIG_DIR',
];
const codexVariables = ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'CODEX_API_KEY', 'CODEX_HOME'];
const geminiVariables = [
  ...['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_CLOUD_PROJECT'],
  ...['GOOGLE_CLOUD_LOCATION', 'GOOGLE_GENAI_USE_VERTEXAI'],
];

/** What a person should know before a program takes a seat. */
export function describeRisk({ command, env }: Pick<ProviderConfig, 'command' | 'env'>): string {
  const [program = ''] = command ?? [];
  const variables = env?.length ? `the variables ${env.join(', ')}` : 'no other variables';
  const start = `It starts the program "${program}" in an empty folder of its own, with the variables that every program needs and ${variables}.`;
  return withoutTools.some((one) => one === command)
    ? `${start} Its arguments take its tools away; what it keeps is up to the program and its own settings.`
    : `${start} s2s does not know what it may do beyond that: a program with tools can read and change whatever you can.`;
}

function describeProgram(
  command: string[],
  { output, env, reading }: { output: string; env: string[]; reading?: string[] },
): ReadyMade {
  return {
    config: { type: 'command', command, output, env, ...(reading && { reading_command: reading }) },
    needsKey: false,
    statesCost: false,
    example: '',
  };
}
