/** The parts of a request as plain text, for servers and programs that take no blocks. */
import type { ModelRequest, PromptBlock } from '../../domain/model-request.ts';
import { describeSchema } from '../replies/describe-schema.ts';

/** The blocks in order, blank ones left out. */
export function joinBlocks(blocks: readonly PromptBlock[]): string {
  return blocks
    .map((block) => block.text)
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

/** The user's turn. `describe` adds the shape of the reply at its end, for a server that cannot enforce it. */
export function writeUserTurn(request: ModelRequest, describe: boolean): string {
  const turn = joinBlocks(request.prompt);
  if (!describe || request.schema === null) return turn;
  return `${turn}\n\n${describeSchema(request.schema.json)}`;
}

/** The request's stop sequences and the provider's, each once. */
export function listStops(request: ModelRequest, stop: readonly string[] | null | undefined): string[] {
  return [...new Set([...request.stop_sequences, ...(stop ?? [])])].filter((text) => text !== '');
}
