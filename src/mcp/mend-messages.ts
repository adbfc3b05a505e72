/** Mends what clients send although no version of the protocol that is spoken here has it: nulls for what is left out, batches, lines that are no JSON. */
import { Transform, type Writable } from 'node:stream';
import { isMapping } from '../session/is-mapping.ts';

/** The messages of a client, one per line; a line that is not JSON is answered on `output`. */
export function mendMessages(output: Writable): Transform {
  let rest = '';
  const mend = (line: string): string => {
    if (line.trim() === '') return '';
    try {
      const said: unknown = JSON.parse(line);
      // A batch is answered message by message.
      const messages = Array.isArray(said) ? said : [said];
      if (!messages.every((message) => isMapping(message) && message['jsonrpc'] === '2.0'))
        return refuse(-32_600, 'This is no message of JSON-RPC 2.0.');
      return messages.map((message) => `${JSON.stringify(dropNulls(message))}\n`).join('');
    } catch {
      return refuse(-32_700, 'This line is not JSON.');
    }
  };
  const refuse = (code: number, message: string): string => {
    output.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);
    return '';
  };
  return new Transform({
    decodeStrings: false,
    transform(chunk: string | Buffer, _encoding, done) {
      const lines = `${rest}${chunk.toString()}`.split('\n');
      rest = lines.pop() ?? '';
      done(null, lines.map(mend).join(''));
    },
  });
}

/** Leaves out the arguments of a call that are null: many clients fill in every field of a tool. */
function dropNulls(message: unknown): unknown {
  if (!isMapping(message) || !isMapping(message['params'])) return message;
  const { arguments: given, ...params } = message['params'];
  if (given === undefined) return message;
  return { ...message, params: { ...params, arguments: strip(given ?? {}) } };
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, strip(inner)]])),
  );
}
