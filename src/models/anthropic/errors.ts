/** What the official client throws, and what a reply may be instead of a message, as kinds of failure. */

import { ModelError } from '../../domain/provider.ts';
import { classifyHttpFailure, classifyThrown, cleanMessage } from '../http/failure.ts';

/** The parts of the client's APIError that are read; the class itself is loaded lazily, so its shape is tested. */
interface ApiErrorShape {
  status: number | undefined;
  headers: Headers | undefined;
  requestID: string | null | undefined;
  type: string | null;
  errorCode: string | null;
  apiMessage: string | null;
  message: string;
  error: unknown;
}

/** Classifies anything thrown by the client. */
export function classifyClientError(error: unknown, who: string): ModelError {
  if (error instanceof ModelError) return error;
  if (isApiError(error)) {
    const status = error.status ?? statusOfType(error.type);
    if (status !== undefined) {
      return classifyHttpFailure({
        status,
        code: error.errorCode,
        type: error.type,
        message: error.apiMessage ?? describeBody(error),
        headers: error.headers ?? null,
        requestId: error.requestID ?? null,
        who,
      });
    }
  }
  if (error instanceof SyntaxError) {
    return new ModelError(
      'malformed',
      `${who} sent a reply that is not JSON: ${cleanMessage(error.message)}`,
      {
        remedy: 'Check the base URL of the provider; a proxy may have cut or replaced the reply.',
      },
    );
  }
  const words = error instanceof Error ? error.message : '';
  if (/authentication method|credential|profile/i.test(words) && !(error instanceof TypeError)) {
    return new ModelError('auth', `${who}: ${cleanMessage(words)}`, { cause: error });
  }
  return classifyThrown(error, who);
}

/** Errors inside a stream carry a type but no status of their own. */
function statusOfType(type: string | null): number | undefined {
  switch (type) {
    case 'overloaded_error':
      return 529;
    case 'rate_limit_error':
      return 429;
    case 'api_error':
      return 500;
    case 'timeout_error':
      return 408;
    case 'authentication_error':
      return 401;
    case 'billing_error':
      return 402;
    case 'permission_error':
      return 403;
    case 'not_found_error':
      return 404;
    case 'invalid_request_error':
      return 400;
    default:
      return undefined;
  }
}

function describeBody(error: ApiErrorShape): string {
  // The client puts the whole body into its message: an HTML page from a proxy would fill the screen.
  return /<html|<!doctype/i.test(error.message) ? 'an HTML page instead of a reply' : error.message;
}

function isApiError(error: unknown): error is ApiErrorShape {
  return error instanceof Error && 'requestID' in error && 'apiMessage' in error && 'errorCode' in error;
}
