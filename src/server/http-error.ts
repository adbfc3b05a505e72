/** Errors of the interface: `{error: {code, message, hint}}`, with the codes of the command line and a few that only HTTP has. */
import { describeError, type ErrorCode, S2sError } from '../session/errors.ts';

/** Codes that only HTTP has. */
const httpStatus = {
  BAD_HOST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NO_SUCH_PAGE: 404,
  BODY_TOO_LARGE: 413,
  NOT_JSON: 415,
  REQUEST_CUT_SHORT: 409,
  KEY_USED_OTHERWISE: 422,
} as const;

export type HttpCode = keyof typeof httpStatus;
/** All codes that only HTTP has. */
export const httpCodes = Object.keys(httpStatus) as HttpCode[];

/** A refusal by the interface itself. */
export class HttpError extends Error {
  readonly code: HttpCode;
  readonly hint: string;

  constructor(code: HttpCode, message: string, hint: string) {
    super(message);
    this.name = 'HttpError';
    this.code = code;
    this.hint = hint;
  }
}

/** The request is valid, but the session's present state does not allow it. */
const conflicts: readonly ErrorCode[] = [
  'SESSION_COMPLETED',
  'SESSION_CLOSED',
  'SESSION_LOCKED',
  'SESSION_CHANGED',
  'NOTHING_TO_ANSWER',
  'NEEDS_INPUT',
  'REPLAY_GAP',
];
const notFound: readonly ErrorCode[] = [
  'UNKNOWN_SESSION',
  'UNKNOWN_AGENT',
  'UNKNOWN_STRATEGY',
  'UNKNOWN_ESCALATION',
  'UNKNOWN_OUTPUT_TYPE',
  'NO_PROJECT',
];

/** The answer to a failed request. For a bug it reveals no internals. */
export function answerError(error: unknown): { status: number; body: { error: Record<string, unknown> } } {
  if (error instanceof HttpError) {
    const { code, message, hint } = error;
    return { status: httpStatus[code], body: { error: { code, message, hint } } };
  }
  if (!(error instanceof S2sError)) {
    const message = 'Something went wrong in s2s; the server wrote the details to its standard error.';
    return { status: 500, body: { error: { code: 'BUG', message, hint: null } } };
  }
  return { status: findStatus(error), body: { error: describeError(error) } };
}

function findStatus({ code, exitCode }: S2sError): number {
  if (code === 'NOT_TRUSTED') return 403;
  if (code === 'STORE_UNREACHABLE' || code === 'STORE_AWAY') return 503;
  if (conflicts.includes(code)) return 409;
  if (notFound.includes(code)) return 404;
  if (exitCode === 2 || code === 'FILE_REFUSED' || code === 'FILE_MISSING') return 400;
  return exitCode === 6 ? 422 : 500;
}
