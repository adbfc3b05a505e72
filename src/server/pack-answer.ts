/** What every answer to a program has in common. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';

const pack = promisify(gzip);
/** Shorter answers are not worth it. */
const leastPacked = 1000;

/** JSON ends with a line end, as what the command line prints does; what is not a stream of events is compressed for who takes that. */
export const packAnswer: MiddlewareHandler = async (context, next) => {
  await next();
  const { res, req } = context;
  const type = res.headers.get('content-type') ?? '';
  if (res.body === null || type.startsWith('text/event-stream')) return;
  const given = await res.text();
  const text = type.startsWith('application/json') && !given.endsWith('\n') ? `${given}\n` : given;
  const takes = /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/i.test(req.header('accept-encoding') ?? '');
  const isPacked = takes && text.length >= leastPacked;
  context.res = new Response(isPacked ? await pack(text) : text, res);
  if (isPacked) context.header('content-encoding', 'gzip');
  context.header('vary', 'accept-encoding');
};
