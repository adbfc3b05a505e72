/** Mends what clients send although no version of the protocol that is spoken here has it: nulls for what is left out, batches, lines that are no JSON. */
import { Transform, type Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { isMapping } from '../session/is-mapping.ts';

/** The messages of a client, one per line; a line that is not JSON is answered on `output`. */
export function mendMessages(output: Writable): Transform {
  let rest = '';
  // A chunk may end within a character.
  const decoder = new StringDecoder('utf8');
  const mend = (line: string): string => {
    // This removes a byte order mark too.
    if (line.trim() === '') return '';
    try {
      const said: unknown = JSON.parse(line.trim());
      // A batch is answered message by message.
      const messages = Array.isArray(said) ? said : [said];
      if (
        messages.length === 0 ||
        !messages.every((message) => isMapping(message) && message['jsonrpc'] === '2.0')
      )
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
      const lines = `${rest}${typeof chunk === 'string' ? chunk : decoder.write(chunk)}`.split('\n');
      rest = lines.pop() ?? '';
      done(null, lines.map(mend).join(''));
    },
  });
}

/** Leaves out the parameters that are null, and the arguments of a call: many clients fill in every field that there is. */
function dropNulls(message: unknown): unknown {
  if (!isMapping(message) || !('params' in message)) return message;
  const { params, ...rest } = message;
  if (!isMapping(params)) return params === null ? rest : message;
  const given = 'arguments' in params ? { ...params, arguments: params['arguments'] ?? {} } : params;
  return { ...rest, params: strip(given) };
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, strip(inner)]])),
  );
}
