/** Classifies the errors of the vendor's client. */
import { ModelError } from '../../domain/provider.ts';
import { classifyThrown, cleanMessage } from '../http/failure.ts';
import { readRefusal } from '../http/refusal.ts';

/** The fields of the client's APIError that are read here. The class is loaded only with the first call, so its shape is tested instead. */
interface ApiErrorShape extends Error {
  status: number;
  headers: Headers;
  /** The body, if it is JSON. */
  error: unknown;
}

/** Classifies anything thrown by the client. */
export function classifyClientError(error: unknown, who: string): ModelError {
  if (isApiError(error)) {
    const { status, headers, error: json } = error;
    // If the body is not JSON, the message holds it after the status.
    const text = error.message.replace(/^\d{3} /, '');
    const refusal = readRefusal({ status, headers, text, json }, who);
    if (refusal !== null) return refusal;
  }
  const words = error instanceof Error && !(error instanceof ModelError) ? error.message : '';
  if (/authentication method|credential|profile/i.test(words) && !(error instanceof TypeError))
    return new ModelError('auth', `${who}: ${cleanMessage(words)}`, { cause: error });
  return classifyThrown(error, who);
}

function isApiError(error: unknown): error is ApiErrorShape {
  return (
    error instanceof Error &&
    'requestID' in error &&
    'status' in error &&
    typeof error.status === 'number' &&
    'headers' in error &&
    typeof error.headers === 'object'
  );
}
