import { platformByNumber } from '#libs/content';
import type { Pipeline } from './pipeline.js';
import type { Population } from './population.js';

/** Values that differ from run to run, and their replacement in expectations. */
const VOLATILE: [RegExp, string][] = [
  [/[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g, '<message id>'],
  [/http:\/\/127\.0\.0\.1:\d+\/[^\s"<>]*/g, '<link of this installation>'],
];
/** Headers that are the same for every message, or another one each time. */
const LEFT_OUT = new Set(['authorization', 'crypto-key', 'apns-expiration', 'content-length', 'host', 'topic', 'ttl']);

interface Outcome {
  platform: number;
  status: number;
  reason: string | null;
  total: number;
}

/** Messages of providers by receiver, and the number of recipients that ended otherwise. */
export async function normal({ simulators, gateway }: Pipeline, population: Population): Promise<object> {
  const deliveries = await simulators.deliveries('limit=1000');
  const got = deliveries
    .map(({ token, payload }) => {
      const user = population.get(token) ?? token;
      const message = cleaned(content(payload), population);
      return { who: user, message, place: JSON.stringify([user, message]) };
    })
    .toSorted((a, b) => (a.place < b.place ? -1 : 1));
  const outcomes = await gateway.fresh.db.rows<Outcome>(
    `SELECT platform, status, reason, count(*) AS total FROM delivery.push_result WHERE status <> 1
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );
  const remaining = outcomes.map(
    ({ platform, status, reason, total }) =>
      `${total} of ${platformByNumber(platform)}: ${status === 2 ? 'FAILED' : 'SKIPPED'} ${reason}`,
  );
  return { got: got.map(({ who: user, message }) => ({ who: user, message })), others: remaining };
}

/** The content of a mail; its format is compared elsewhere. */
function content(payload: unknown): unknown {
  const fields = typeof payload === 'object' && payload !== null ? { ...payload } : {};
  if (!('envelope' in fields)) {
    return payload;
  }
  const { subject, html, text, from } = fields as Record<string, unknown>;
  return { subject, html, text, fromName: (from as { name?: string } | undefined)?.name };
}

function cleaned(value: unknown, population: Population): unknown {
  if (typeof value === 'string') {
    const existing = population.get(value);
    return existing ? `<${existing}>` : VOLATILE.reduce((text, [pattern, name]) => text.replace(pattern, name), value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => cleaned(item, population));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !LEFT_OUT.has(key.toLowerCase()))
      .map(([key, item]) => [key, cleaned(item, population)]),
  );
}
