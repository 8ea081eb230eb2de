import { toErrorWords } from '../faults/provider-words.js';
import type { BatchOutcomes } from '../sender/batch-outcomes.js';

/** The code of a request that was not written, because it came too late. */
export const WITHHELD_CODE = 'WITHHELD';

/** Error codes of Node and undici before a connection is established: nothing was sent. */
const CONNECT_ERRORS = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'HOSTNAME_MISMATCH',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
]);
const CERTIFICATE_ERROR = /^(CERT_|ERR_TLS_|UNABLE_TO_|ERR_SSL_)/;

/** Errors of requests of which no byte was written, whatever their code. */
const unwritten = new WeakSet<Error>();

export function markUnwritten(error: Error): void {
  unwritten.add(error);
}

/** The code of an error of socket, TLS or HTTP client; `TIMEOUT` for an elapsed deadline. */
export function failureCode(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'UNKNOWN';
  }
  if (error.name === 'TimeoutError' || error.name === 'AbortError') {
    return 'TIMEOUT';
  }
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Tests if a failed request did not reach the server, so that it is safe to repeat. */
function isBeforeSend(code: string, error: unknown): boolean {
  return CONNECT_ERRORS.has(code) || CERTIFICATE_ERROR.test(code) || (error instanceof Error && unwritten.has(error));
}

/** Records a failed request. @returns whether the provider responded */
export function recordTransportFailure(outcomes: BatchOutcomes, index: number, error: unknown): boolean {
  const code = failureCode(error);
  const words = toErrorWords(error);
  if (code === WITHHELD_CODE) {
    outcomes.recordWithheld(index);
  } else if (isBeforeSend(code, error)) {
    outcomes.recordUnsent(index, code, words);
  } else {
    outcomes.recordLost(index, code, words);
  }
  return code !== 'TIMEOUT';
}
