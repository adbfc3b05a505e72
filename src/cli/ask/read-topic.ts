/** Reads the topic: from an argument, standard input (`-`), a file (`@file`), or the person. */
import { readTypedText } from '../../app/plan/read-typed-text.ts';
import { decodeWrittenText } from '../../files/read-text.ts';
import { S2sError } from '../../session/errors.ts';
import { isMapping } from '../../session/is-mapping.ts';
import { cutText } from '../../session/rules/cut-text.ts';
import { isBlank } from '../../text/is-blank.ts';
import { parseJson } from '../../text/parse-json.ts';
import type { ActionContext } from '../action-context.ts';
import { quoteArgument } from '../quote-argument.ts';
import { openAsker } from './ask-person.ts';

/** The longest topic, in characters: more is material, which belongs in `--context`. */
const topicLimit = 4_000;

/** The most bytes that are read: enough for any topic, and a bound for a file that was given by mistake. */
const mostBytes = 64 * 1024;

/** Reads the topic; `command` is what was typed, for the hint. Throws EMPTY_TOPIC, INVALID_VALUE, FILE_*. */
export async function readTopic(
  given: string | undefined,
  context: ActionContext,
  { command }: { command: string },
): Promise<string> {
  const raw = await readRaw(given, context, command);
  const text = (readIssue(raw, context) ?? raw).replace(/\r\n?/g, '\n').trim();
  if (isBlank(text)) {
    throw new S2sError('EMPTY_TOPIC', 'There is no topic.', {
      hint: `Give it as an argument, for example: s2s ${command} "Which queue should carry the download jobs?" (or @file, or - for standard input)`,
    });
  }
  if (text.length > topicLimit) throw describeTooLong(`${text.length} characters`);
  return text;
}

/**
 * The title and text of an issue, as `gh issue view --json title,body` and `glab issue view --output json` write it; null for anything
 * else. A text that is too long for a topic is cut, with a warning.
 */
function readIssue(raw: string, { notify }: ActionContext): string | null {
  const issue = raw.trimStart().startsWith('{') ? parseJson(raw) : undefined;
  if (!isMapping(issue) || typeof issue['title'] !== 'string') return null;
  const body = [issue['body'], issue['description']].find((text) => typeof text === 'string') ?? '';
  const text = `${issue['title']}\n\n${body}`.trim();
  if (text.length <= topicLimit) return text;
  notify({
    level: 'warning',
    text: `The issue has ${text.length} characters; the topic is its first ${topicLimit}.`,
    hint: 'Give the rest with --context FILE.',
  });
  return cutText(text, topicLimit, ' …');
}

function describeTooLong(size: string): S2sError {
  return new S2sError('INVALID_VALUE', `The topic has ${size}; the limit is ${topicLimit} characters.`, {
    hint: 'Ask in a sentence or two, and add the material with --context FILE.',
  });
}

async function readRaw(given: string | undefined, context: ActionContext, command: string): Promise<string> {
  if (given === '-') {
    const text = await readStream(context.environment.stdin, mostBytes);
    if (text === null) throw describeTooLong(`more than ${mostBytes} bytes`);
    return text;
  }
  if (given?.startsWith('@') && given.length > 1) return readTopicFile(given.slice(1), context, command);
  if (given !== undefined) return given;
  return context.modes.interactive ? askTopic(context) : '';
}

async function readTopicFile(
  file: string,
  { cwd, environment: world }: Pick<ActionContext, 'cwd' | 'environment'>,
  command: string,
): Promise<string> {
  try {
    const text = await readTypedText(file, { cwd, world, maxBytes: mostBytes });
    if (text !== null) return text;
  } catch (error) {
    if (error instanceof S2sError && error.code === 'FILE_TOO_LARGE')
      throw describeTooLong(`more than ${mostBytes} bytes`);
    throw error;
  }
  throw new S2sError('FILE_MISSING', `The topic's file ${file} does not exist.`, {
    hint: `Check the path after the @. A topic that begins with @ has a space before it: s2s ${command} ${quoteArgument(` @${file}`)}`,
  });
}

/** Reads a stream to its end; null if it has more than `most` bytes: a stream may have no end. */
export async function readStream(stream: NodeJS.ReadableStream, most: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    const chunk = Buffer.from(part);
    size += chunk.length;
    if (size > most) return null;
    chunks.push(chunk);
  }
  return decodeWrittenText(Buffer.concat(chunks), 'Standard input');
}

async function askTopic(context: ActionContext): Promise<string> {
  const asker = await openAsker(context);
  const answer = await asker.askText('What should the panel discuss?', { required: true });
  if (typeof answer !== 'string') throw new S2sError('CANCELLED', 'Stopped. Nothing was started.');
  return answer;
}
