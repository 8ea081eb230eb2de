import { expect } from 'vitest';
import { AccountStateService } from '#libs/delivery';
import { ApplyService, ProviderAccountService } from '#libs/tenancy';
import { SuppressionService, type SuppressionChannel } from '#libs/users/consent';
import { toJsonObject } from '#platform/collections';
import type { Sending } from '../contract/sending.js';
import type { CallbackPlace, ReportingProvider, SignedCallback } from './signed-callbacks.js';

/** A provider that reports what became of messages, on one channel. */
export interface Reporter {
  provider: ReportingProvider;
  channel: string;
  platform: string;
  kind: SuppressionChannel | 'push';
  /** A user with an address on the channel. */
  user(person: number): { address: string; fields: object };
}

/** A message that a provider took. @property id  as the provider repeats it in its reports */
export interface TakenMessage {
  extId: string;
  address: string;
  key: number;
  id: string;
  place: CallbackPlace;
}

const number = (person: number): string => `+4915${String(200_000_000 + person)}`;
const byNumber = (person: number) => ({ address: number(person), fields: { msisdn: number(person) } });
const SMS = { channel: 'sms', platform: 'SMS', kind: 'sms', user: byNumber } as const;
export const REPORTERS: readonly Reporter[] = [
  { provider: 'twilio', ...SMS },
  { provider: 'vonage', ...SMS },
  { provider: 'infobip', ...SMS },
  { provider: 'http', ...SMS },
  {
    provider: 'http',
    channel: 'smtp',
    platform: 'EMAIL',
    kind: 'email',
    user: (person) => ({ address: `user-${person}@example.com`, fields: { email: `user-${person}@example.com` } }),
  },
  {
    provider: 'whatsapp',
    channel: 'whatsapp',
    platform: 'WHATSAPP',
    kind: 'whatsapp',
    user: (person) => ({ address: number(person), fields: { wpNumber: number(person) } }),
  },
  {
    provider: 'hms',
    channel: 'hms',
    platform: 'HUAWEI',
    kind: 'push',
    user: (person) => ({
      address: `IQAAAACy${String(person).padStart(24, '0')}`,
      fields: { platform: 'HUAWEI', deviceToken: `IQAAAACy${String(person).padStart(24, '0')}` },
    }),
  },
];

let people = 0;

/** Sends one campaign by a provider to so many new people. @returns their messages as the provider has them */
export async function sendByProvider(
  { gateway, simulators, post, bulk, drain }: Sending,
  { provider, channel, platform, user }: Reporter,
  count: number,
): Promise<TakenMessage[]> {
  const account = { ...(provider !== channel && { provider }), simulator: true };
  await gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', prune: true, channels: { [channel]: account } }, { dryRun: false });
  gateway.app.get(AccountStateService).clearCache();
  const tag = `people-from-${people}`;
  const group = Array.from({ length: count }, () => {
    const person = (people += 1);
    return { extId: `user-${person}`, ...user(person) };
  });
  await post(
    'registerUsers',
    group.map(({ extId, fields }) => ({ extId, ...fields, tags: [tag] })),
  );
  const key = await bulk({
    message: {
      platforms: [platform],
      title: 'News',
      text: 'News',
      ...(channel === 'whatsapp' && { whatsapp: { template: { name: 'hello_world', language: 'en_US' } } }),
    },
    target: { tag },
  });
  await drain();
  const deliveries = new Map((await simulators.deliveries('limit=1000')).map((delivery) => [delivery.token, delivery]));
  const stored = await gateway.app.get(ProviderAccountService).findByKey(gateway.appId, channel);
  const credentials = (stored?.credentials ?? {}) as Record<string, unknown>;
  return group.map(({ extId, address }) => {
    const delivery = deliveries.get(address);
    if (!delivery) {
      throw new Error(`Nothing came to ${address} by ${provider}`);
    }
    const payload = toJsonObject(delivery.payload);
    const { StatusCallback: named } = payload;
    const path = typeof named === 'string' ? new URL(named).pathname : '/callbacks/accounts/shop';
    const id = repeatedId(provider, payload) ?? delivery.messageId;
    return { extId, address, key, id, place: { url: gateway.base + path, credentials } };
  });
}

/** The id that the provider repeats in its reports. */
function repeatedId(provider: ReportingProvider, payload: Record<string, unknown>): string | undefined {
  const { message } = payload;
  const { bi_tag: tag } = toJsonObject(toJsonObject(message)['android']);
  const id = { vonage: payload['client-ref'], whatsapp: payload['biz_opaque_callback_data'], hms: tag }[
    provider as string
  ];
  return typeof id === 'string' ? id : undefined;
}

/** Posts a report as its provider does. */
export async function deliverReport(request: SignedCallback, place: CallbackPlace): Promise<void> {
  const { status } = await fetch(place.url, { method: 'POST', ...request });
  expect([200, 204]).toContain(status);
}

/** Tells if an address gets nothing more: it is suppressed, or its token is out of use. */
export async function isOut({ gateway }: Sending, { kind }: Reporter, address: string): Promise<boolean> {
  const { app, appId, fresh } = gateway;
  if (kind === 'push') {
    const sql = 'SELECT FROM users.installation i WHERE i.app_id = $1 AND i.token = $2 AND i.retired_at IS NOT NULL';
    return (await fresh.db.rows(sql, [appId, address])).length > 0;
  }
  return (await app.get(SuppressionService).findReasons(appId, kind, [address])).has(address);
}

/** Releases an address, as an operator does, or registers its device again. */
export async function release({ gateway }: Sending, { kind }: Reporter, address: string): Promise<void> {
  const { app, appId, fresh } = gateway;
  if (kind === 'push') {
    const sql = 'UPDATE users.installation SET retired_at = NULL WHERE app_id = $1 AND token = $2';
    expect(await fresh.db.affected(sql, [appId, address])).toBe(1);
  } else {
    expect(await app.get(SuppressionService).unsuppress(appId, kind, [address])).toBeGreaterThan(0);
  }
}
