/**
 * The bare client: repeats the requests of a recorded run, in the same order and with the same calls in parallel, and does
 * nothing else. Arguments: the server's address, and a file with the request bodies in groups.
 */
import { readFileSync } from 'node:fs';

const [url = '', file = ''] = process.argv.slice(2);
const groups = JSON.parse(readFileSync(file, 'utf8')) as string[][];
for (const bodies of groups) {
  await Promise.all(
    bodies.map(async (body) => {
      const response = await fetch(`${url}/v1/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      await response.text();
    }),
  );
}
