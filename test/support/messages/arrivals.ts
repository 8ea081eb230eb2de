import type { SimulatorClient } from '../processes/simulator-client.js';

/** Messages at the providers, in the form of a preview. */
export async function readArrivals(simulators: SimulatorClient): Promise<string[]> {
  const all: string[] = [];
  for (const provider of ['apns', 'fcm', 'webpush', 'smtp', 'sms']) {
    for await (const { payload } of simulators.everyDelivery(provider)) {
      all.push(comparable(provider, payload as Record<string, unknown>));
    }
  }
  return all.toSorted();
}

/** Without the ids, the address and the lifetime, which the sender adds. */
export function comparable(provider: string, payload: Record<string, unknown>): string {
  const drop = new Set(['heraldId', 'tag', 'token', 'ttl']);
  const strip = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), function (this: unknown, name, inner: unknown) {
      if (drop.has(name)) {
        return undefined;
      }
      // A text of JSON in the data of FCM. The database keeps the fields of a message in an order of its own.
      if (name === 'customJson' && typeof inner === 'string') {
        return JSON.parse(inner) as unknown;
      }
      const isEmpty = typeof inner === 'object' && inner !== null && Object.keys(inner).length === 0;
      return isEmpty && ['android', 'data', 'notification'].includes(name) ? undefined : inner;
    });
  const { message, body, Body, subject } = payload;
  switch (provider) {
    case 'smtp':
      return `smtp ${String(subject)}`;
    case 'sms':
      return `sms ${String(Body ?? body)}`;
    case 'fcm':
      return `fcm ${sorted(strip(message))}`;
    default:
      return `${provider} ${sorted(strip(body))}`;
  }
}

/** JSON with the keys of objects in one order. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
