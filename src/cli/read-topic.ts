/** The topic: an argument, `-` for standard input, `@file`, or asked for. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { S2sError } from '../errors.ts';
import type { ActionContext } from './host.ts';

/** Longest topic, in characters: more is material, which belongs into `--context`. */
const topicLimit = 4_000;

/** Reads the topic; `command` is what was typed, for the hint. Throws EMPTY_TOPIC, FILE_MISSING, INVALID_VALUE. */
export async function readTopic(
  given: string | undefined,
  context: ActionContext,
  { command }: { command: string },
): Promise<string> {
  const text = (await readRaw(given, context)).replace(/\r\n?/g, '\n').trim();
  if (text === '') {
    throw new S2sError('EMPTY_TOPIC', 'There is no topic to discuss.', {
      hint: `Give it as an argument, for example: s2s ${command} "Which queue should carry the download jobs?" (or @file, or - for standard input)`,
    });
  }
  if (text.length > topicLimit) {
    throw new S2sError(
      'INVALID_VALUE',
      `The topic has ${text.length} characters; it may have ${topicLimit}.`,
      {
        hint: 'Ask the question in a sentence or two, and hand the material over with --context FILE.',
      },
    );
  }
  return text;
}

async function readRaw(given: string | undefined, context: ActionContext): Promise<string> {
  if (given === '-') return readStream(context.environment.stdin);
  if (given?.startsWith('@') && given.length > 1) {
    const file = path.resolve(context.cwd, given.slice(1));
    return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new S2sError(
        'FILE_MISSING',
        `The topic's file ${given.slice(1)} cannot be read: ${error.code ?? error.message}.`,
        {
          hint: 'Check the path after the @.',
          cause: error,
        },
      );
    });
  }
  if (given !== undefined) return given;
  return context.modes.interactive ? askTopic(context) : '';
}

async function readStream(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function askTopic(context: ActionContext): Promise<string> {
  const { createContextAsker } = await import('./ask-person.ts');
  const answer = await createContextAsker(context).askText('What is to be discussed?', { required: true });
  if (typeof answer !== 'string') throw new S2sError('CANCELLED', 'Stopped before anything was started.');
  return answer;
}
