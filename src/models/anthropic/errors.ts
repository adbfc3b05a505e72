/** Classifies the errors of the vendor's client. */
import { isMapping } from '../../session/is-mapping.ts';
import { ModelError } from '../../session/ports/provider.ts';
import { classifyThrown, cleanMessage, readFailure } from '../http/failure.ts';

/** The fields of the client's APIError that are read here. The class is loaded only with the first call, so its shape is tested instead. */
interface ApiErrorShape extends Error {
  status: number;
  headers: Headers;
  /** The body, if it is JSON. */
  error: unknown;
}

/** Classifies anything thrown by the client. */
export function classifyClientError(error: unknown): ModelError {
  if (isApiError(error)) {
    const { status, headers, error: json } = error;
    // If the body is not JSON, the message holds it after the status.
    const text = error.message.replace(/^\d{3} /, '');
    const failure = readFailure({ status, headers, text, json });
    if (failure !== null) return failure;
  }
  if (isUnsent(error)) return new ModelError('auth', cleanMessage(error.message), { cause: error });
  return classifyThrown(error);
}

/** Whether the client found no usable credentials: it then throws, before it sends anything, an Error without status and cause. */
function isUnsent(error: unknown): error is Error {
  const isOther = [ModelError, SyntaxError, TypeError].some((kind) => error instanceof kind);
  return error instanceof Error && !isOther && !('status' in error) && error.cause === undefined;
}

function isApiError(error: unknown): error is ApiErrorShape {
  return isMapping(error) && typeof error['status'] === 'number' && isMapping(error['headers']);
}
