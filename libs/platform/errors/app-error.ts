import { CATALOGUE, type ErrorCode, type Refusal } from './catalogue.js';

/**
 * The one error that rooms throw. It names a refusal of the catalogue and says in `message` which field or value is at
 * fault; it knows no HTTP. Edges translate it: the gateway's filter into a status and an envelope, the worker's wrapper
 * into retry or give up.
 *
 * @property refusal  stable name of the refusal, for code
 * @property message  public text, shown to the caller
 * @property detail   private text, for the log only
 * @property retryAfterSeconds  when trying again makes sense (limits and outages)
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly refusal: Refusal,
    message: string,
    options: { detail?: string; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = CATALOGUE[refusal].code;
    this.detail = options.detail;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get kind(): (typeof CATALOGUE)[Refusal]['kind'] {
    return CATALOGUE[this.refusal].kind;
  }
}

/** A field is absent although it is required (code 2020). */
export function missing(field: string): AppError {
  return new AppError('missing_field', `${field} is required`);
}

/** A field has the wrong type, form or value (code 2004). */
export function malformed(message: string): AppError {
  return new AppError('malformed', message);
}
