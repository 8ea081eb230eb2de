import type { OpenAPIObject } from '@nestjs/swagger';
import { CATALOGUE, type Refusal } from '#platform/errors';
import { statusOf } from '../responses/error.filter.js';

type Responses = NonNullable<OpenAPIObject['paths'][string]['get']>['responses'];
type Response = Exclude<NonNullable<Responses[string]>, { $ref: string }>;

/** What any request can be refused with, whatever it asks. */
export const COMMON_ERRORS: readonly Refusal[] = [
  'unauthenticated',
  'address_refused',
  'key_not_allowed',
  'rate_limited',
  'unavailable',
];
/** What a query can be refused with. */
export const QUERY_ERRORS: readonly Refusal[] = ['malformed', 'missing_field'];
/** What a body can be refused with. */
export const BODY_ERRORS: readonly Refusal[] = ['malformed', 'not_json', 'missing_field'];
/** What any POST can be refused with, for its Idempotency-Key or for a body that nobody asked for. */
export const POST_ERRORS: readonly Refusal[] = [
  'malformed',
  'not_json',
  'idempotency_in_progress',
  'idempotency_reused',
];

const TITLES: Record<number, string> = {
  400: 'Refused; nothing was changed',
  401: 'Who asks is not known',
  403: 'Who asks may not do this',
  409: 'Come again later',
  422: 'The Idempotency-Key belongs to another request',
  429: 'Over the rate limit of the key',
  503: 'Nothing was committed; come again',
};

/** Where paths of the legacy interface begin; there the text of a refusal has another name. */
export const LEGACY = '/push/';

/** Whether what refuses with this status passes, so that its answer says when to come back. */
export function isTransient(status: number): boolean {
  return [409, 429, 503].includes(status);
}

/**
 * The responses of an operation that refuses for these reasons: one for each status, each code with an example.
 *
 * @param path  of the operation
 * @returns `name` is the same for the same reasons
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
  /** Of its schema. */
  name: string;
  /** Of the field with the text. */
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

/** The catalogue as a table of the document's description. */
export function catalogueTable(): string {
  const rows = Object.values(CATALOGUE)
    .map(({ code, kind, text }) => ({ code, status: statusOf(kind), text }))
    .toSorted((a, b) => a.code - b.code || a.status - b.status)
    .map(({ code, status, text }) => `| ${code} | ${status} | ${text} |`);
  return ['| code | status | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
