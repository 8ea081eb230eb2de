import type { OpenAPIObject } from '@nestjs/swagger';
import { CATALOGUE, type Refusal } from '#platform/errors';
import { statusOf } from '../responses/error.filter.js';

type Responses = NonNullable<OpenAPIObject['paths'][string]['get']>['responses'];
type Response = Exclude<NonNullable<Responses[string]>, { $ref: string }>;

/** Errors of every request. */
export const COMMON_ERRORS: readonly Refusal[] = [
  'unauthenticated',
  'address_refused',
  'key_not_allowed',
  'rate_limited',
  'unavailable',
];
/** Errors of a query. */
export const QUERY_ERRORS: readonly Refusal[] = ['malformed', 'missing_field'];
/** Errors of a body. */
export const BODY_ERRORS: readonly Refusal[] = ['malformed', 'not_json', 'missing_field'];
/** Errors of every POST: of its Idempotency-Key, or of a body that the operation does not need. */
export const POST_ERRORS: readonly Refusal[] = [
  'malformed',
  'not_json',
  'idempotency_in_progress',
  'idempotency_reused',
];

const TITLES: Record<number, string> = {
  400: 'Refused; nothing changed',
  401: 'The API key is missing or unknown',
  403: 'The API key may not do this',
  409: 'Try again later',
  422: 'The Idempotency-Key belongs to another request',
  429: 'Over the rate limit of the key',
  503: 'Nothing was committed; try again',
};

/** Prefix of the legacy interface, whose error text has another field name. */
export const LEGACY = '/push/';

/** Tests if a request with this status may succeed later; its response then has Retry-After. */
export function isTransient(status: number): boolean {
  return [409, 429, 503].includes(status);
}

/**
 * The error responses of an operation: one for each status, with an example of each code.
 *
 * @param path  of the operation
 * @returns `name` is the same for the same errors
 */
export function toErrorResponses(
  refusals: readonly Refusal[],
  path: string,
): { status: string; name: string; response: Response }[] {
  const all = (Object.keys(CATALOGUE) as Refusal[]).filter((refusal) => refusals.includes(refusal));
  const envelope = path.startsWith(LEGACY) ? LEGACY_ENVELOPE : ENVELOPE;
  const statuses = new Set(all.map((refusal) => statusOf(CATALOGUE[refusal].kind)));
  return [...statuses].map((status) => {
    const reasons = all.filter((refusal) => statusOf(CATALOGUE[refusal].kind) === status);
    const codes = [...new Set(reasons.map((reason) => CATALOGUE[reason].code))];
    return {
      status: String(status),
      name: `${envelope.name}${status}_${codes.join('_')}`,
      response: toResponse(status, reasons, codes, envelope),
    };
  });
}

interface Envelope {
  /** Name of the schema. */
  name: string;
  /** Name of the field with the text. */
  text: string;
}

const ENVELOPE: Envelope = { name: 'Refused', text: 'error' };
const LEGACY_ENVELOPE: Envelope = { name: 'LegacyRefused', text: 'message' };

function toResponse(
  status: number,
  reasons: readonly Refusal[],
  codes: readonly number[],
  envelope: Envelope,
): Response {
  const examples = reasons.map((reason) => {
    const { code, text } = CATALOGUE[reason];
    return [reason, { summary: text, value: { code, [envelope.text]: text } }] as const;
  });
  return {
    description: `${TITLES[status] ?? 'Refused'} (${codes.join(', ')})`,
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${envelope.name}` },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** From here on codes are refusals of the panel, which no other interface gives. */
const PANEL_CODES = 7000;

/** The error catalogue as a Markdown table. */
export function catalogueTable(): string {
  const rows = Object.values(CATALOGUE)
    .filter(({ code }) => code < PANEL_CODES)
    .map(({ code, kind, text }) => ({ code, status: statusOf(kind), text }))
    .toSorted((a, b) => a.code - b.code || a.status - b.status)
    .map(({ code, status, text }) => `| ${code} | ${status} | ${text} |`);
  return ['| code | status | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
