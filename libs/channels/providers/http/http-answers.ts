import { AnswerTable, MINUTE_MS, type AnswerRow } from '../../sender/answer-table.js';

/** Meanings that operators give to answers of their own service. */
export const MEANINGS = ['dead', 'opted-out', 'failed', 'retry', 'slow-down', 'pause'] as const;
export type Meaning = (typeof MEANINGS)[number];

/** One answer, as the application file has it. */
export interface MappedAnswer {
  status?: number | undefined;
  code?: string | undefined;
  means: Meaning;
  /** It proves that the service has not taken the message. */
  untaken?: true | undefined;
}

const ROWS: Readonly<Record<Meaning, AnswerRow>> = {
  dead: { about: 'recipient', single: 'DROP', majority: 'PAUSE', reason: 'INVALID_ADDRESS' },
  'opted-out': { about: 'recipient', single: 'DROP', reason: 'OPTED_OUT' },
  failed: { about: 'recipient', single: 'FAIL', reason: 'REFUSED' },
  retry: { about: 'moment', single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  'slow-down': { about: 'account', single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
  pause: { about: 'account', single: 'PAUSE', reason: 'AUTH' },
};

/**
 * Meanings of answers that the application file does not map: RFC 9110, sections 15.5 and 15.6, RFC 6585 for 429, and
 * Standard Webhooks 1.0 for 410. A 429 refuses a request. A 5xx may come after the work was done, a 503 too: a proxy
 * says it of a service that it has lost. A 303 says that the work was done.
 *
 * Only a 401 is about the credentials for certain. Services say 403, 404 and 410 of one recipient too, and redirect for
 * one.
 */
const DEFAULTS: readonly AnswerRow[] = [
  { status: 410, about: 'recipient', single: 'RETRY', majority: 'PAUSE', reason: 'CONFIGURATION' },
  { status: 401, about: 'account', single: 'PAUSE', reason: 'AUTH', isUntaken: true },
  { status: 403, about: 'recipient', single: 'RETRY', majority: 'PAUSE', reason: 'AUTH', isUntaken: true },
  { status: 404, about: 'recipient', single: 'RETRY', majority: 'PAUSE', reason: 'CONFIGURATION', isUntaken: true },
  { status: 413, about: 'message', single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
  { status: 429, about: 'moment', single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS, isUntaken: true },
  { status: [300, 399], about: 'recipient', single: 'RETRY', majority: 'PAUSE', reason: 'CONFIGURATION' },
  { status: [500, 599], about: 'moment', single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  { about: 'message', single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
];

export const HTTP_ANSWERS = new AnswerTable('http', DEFAULTS);

/** The answers of one account: those of its file come first. */
export function httpAnswers(mapped: readonly MappedAnswer[]): AnswerTable {
  return new AnswerTable('http', [
    ...mapped.map(({ status, code, means, untaken }) => ({
      ...ROWS[means],
      ...(status !== undefined && { status }),
      ...(code !== undefined && { codes: [code] }),
      ...(untaken && { isUntaken: untaken }),
    })),
    ...DEFAULTS,
  ]);
}
