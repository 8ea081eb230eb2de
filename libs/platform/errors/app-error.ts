import type { EntryFault } from './entry-fault.types.js';
import { CATALOGUE, type ErrorCode, type Refusal } from './catalogue.js';

/** Names in a path are of the client's choice. */
const MAX_PATH = 200;

/**
 * The fault behind a refusal, for readers in other languages.
 *
 * @property values  of its sentence, in their order
 * @property line    in the field, from 1; absent: the whole of it
 */
export interface RefusalReason {
  code: string;
  values: readonly string[];
  line?: number;
  column?: number;
}

/**
 * The error that modules throw. It has a refusal of the catalogue and a message that names the field or value at fault.
 * It knows no HTTP: the gateway translates it into a status and an envelope, the worker into retry or give up.
 *
 * @property refusal  stable name of the refusal, for code
 * @property message  public text, shown to the caller
 * @property detail   private text, for the log only
 * @property retryAfterSeconds  delay before another attempt (limits and outages)
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  private readonly namedField: string | undefined;
  private readonly ownFault: RefusalReason | undefined;
  private entryFaults: readonly EntryFault[] = [];

  constructor(
    readonly refusal: Refusal,
    message: string,
    options: {
      detail?: string;
      retryAfterSeconds?: number;
      field?: string;
      textFault?: RefusalReason;
      cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = CATALOGUE[refusal].code;
    this.detail = options.detail;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.namedField = options.field;
    this.ownFault = options.textFault;
  }

  /** The field at fault: as it was given, or as the message names it. */
  get field(): string | undefined {
    return this.namedField ?? /^Fields? '([^']+)'/.exec(this.message)?.[1];
  }

  /** The fault of a text: that of the error behind it, where it has none of its own. */
  get textFault(): RefusalReason | undefined {
    return this.ownFault ?? (this.cause instanceof AppError ? this.cause.textFault : undefined);
  }

  /** Entries of a batch that are at fault. */
  get faults(): readonly EntryFault[] {
    return this.entryFaults;
  }

  /** Turns this refusal into that of an entry of a batch; a field such as `list[3]` names the place already. */
  atIndex(index: number): AppError {
    if (this.field?.endsWith(`[${index}]`) === true) {
      return this;
    }
    const { detail, retryAfterSeconds, field, textFault, cause } = this;
    return new AppError(this.refusal, `${this.message} (at index ${index})`, {
      ...(detail !== undefined && { detail }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(field !== undefined && { field }),
      ...(textFault && { textFault }),
      ...(cause !== undefined && { cause }),
    });
  }

  /** Lists all entries at fault in this refusal. */
  withFaults(faults: readonly EntryFault[]): this {
    this.entryFaults = faults;
    return this;
  }

  get kind(): (typeof CATALOGUE)[Refusal]['kind'] {
    return CATALOGUE[this.refusal].kind;
  }
}

/** A required field is missing (code 2020). */
export function missing(field: string): AppError {
  return new AppError('missing_field', `${field} is required`, { field });
}

/** A field has the wrong type, form or value (code 2004). */
export function malformed(message: string): AppError {
  return new AppError('malformed', message);
}

/**
 * A number that JavaScript would change (code 2004).
 *
 * @param path  where it stands, such as `params.id` or `[2].profile.card`; empty: it is the whole text
 */
export function inexact(path: string): AppError {
  const [, index, inner = ''] = /^\[(\d+)\]\.?(.+)$/.exec(path) ?? [];
  const field = (index === undefined ? path : inner).slice(0, MAX_PATH) || 'body';
  const refused = new AppError('malformed', `Field '${field}' is a number that loses digits; send it as a text`, {
    field,
  });
  return index === undefined ? refused : refused.atIndex(Number(index));
}
