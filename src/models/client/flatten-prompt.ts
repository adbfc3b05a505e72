/** Writes the parts of a request as plain text, for servers and programs that do not take blocks. */
import type { ModelRequest, PromptBlock } from '../../session/model-request.ts';
import { describeSchema } from '../replies/describe-schema.ts';

/** Joins the blocks, leaving out blank ones. */
export function joinBlocks(blocks: readonly PromptBlock[]): string {
  return blocks
    .map((block) => block.text)
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

/** Writes the user's turn. `describe` appends the form of the reply, for a server that cannot enforce it. */
export function writeUserTurn(request: ModelRequest, describe: boolean): string {
  const turn = joinBlocks(request.prompt);
  if (!describe || request.schema === null) return turn;
  return `${turn}\n\n${describeSchema(request.schema.json)}`;
}
