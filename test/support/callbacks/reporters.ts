import { expect } from 'vitest';
import { AccountStateService } from '#libs/delivery/accounts';
import { ApplyService, ProviderAccountService } from '#libs/tenancy';
import { SuppressionService, type SuppressionChannel } from '#libs/users/consent';
import { toJsonObject } from '#platform/collections';
import type { Sending } from '../contract/sending.js';
import { handMail } from './mail-receiver.js';
import type { CallbackPlace, ReportingProvider, SignedCallback } from './signed-callbacks.js';

/** A provider that reports what became of messages, on one channel. */
export interface Reporter<P extends string = ReportingProvider | MailProvider> {
  provider: P;
  channel: string;
  platform: string;
  kind: SuppressionChannel | 'push';
  /** Its simulator reports the delivery of each message by itself. */
  reportsDelivery?: boolean;
  /** A user with an address on the channel. */
  user(person: number): { address: string; fields: object };
}

/** Reports about their mails come otherwise than as requests to Herald. */
type MailProvider = 'ses' | 'smtp';

interface Person {
  extId: string;
  address: string;
  /** Tag of the people who were registered together. */
  tag: string;
}

/** A message that a provider took. @property id  as the provider repeats it in its reports */
export interface TakenMessage extends Person {
  key: number;
  id: string;
  place: CallbackPlace;
}

const number = (person: number): string => `+4915${String(200_000_000 + person)}`;
const byNumber = (person: number) => ({ address: number(person), fields: { msisdn: number(person) } });
const SMS = { channel: 'sms', platform: 'SMS', kind: 'sms', user: byNumber } as const;
const byEmail = (person: number) => {
  const email = `user-${person}@example.com`;
  return { address: email, fields: { email } };
};
const MAIL = { channel: 'smtp', platform: 'EMAIL', kind: 'email', user: byEmail } as const;
export const REPORTERS: readonly Reporter<ReportingProvider>[] = [
  { provider: 'twilio', ...SMS },
  { provider: 'vonage', ...SMS },
  { provider: 'infobip', ...SMS },
  { provider: 'http', ...SMS },
  { provider: 'http', ...MAIL },
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

export const MAIL_REPORTERS: readonly Reporter<MailProvider>[] = [
  { provider: 'ses', ...MAIL, reportsDelivery: true },
  { provider: 'smtp', ...MAIL },
];

let people = 0;

/**
 * Sends one campaign by a provider to so many new people.
 *
 * @param mailPort  of the listener for returned mail
 * @returns their messages as the provider has them
 */
export async function sendByProvider(
  sending: Sending,
  reporter: Reporter,
  count: number,
  mailPort = 0,
): Promise<TakenMessage[]> {
  const { gateway, simulators, post } = sending;
  const { provider, channel, user } = reporter;
  const account = { ...(provider !== channel && { provider }), simulator: true };
  await gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', prune: true, channels: { [channel]: account } }, { dryRun: false });
  gateway.app.get(AccountStateService).clearCache();
  const tag = `people-from-${people}`;
  const group = Array.from({ length: count }, () => {
    const person = (people += 1);
    return { extId: `user-${person}`, tag, ...user(person) };
  });
  await post(
    'registerUsers',
    group.map(({ extId, fields }) => ({ extId, ...fields, tags: [tag] })),
  );
  if (provider === 'ses') {
    const { topicArn } = await credentialsOf(sending, channel);
    await simulators.act('/sns-subscription', { topicArn, url: `${gateway.base}/callbacks/accounts/shop` });
  }
  return sendToGroup(sending, reporter, group, mailPort);
}

/** Sends another campaign to people who have one by this provider. @returns its messages, as `sendByProvider` */
export async function sendAgain(
  sending: Sending,
  reporter: Reporter,
  messages: readonly TakenMessage[],
  mailPort = 0,
): Promise<TakenMessage[]> {
  await sending.simulators.clear();
  return sendToGroup(sending, reporter, messages, mailPort);
}

async function sendToGroup(
  sending: Sending,
  { provider, channel, platform, reportsDelivery = false }: Reporter,
  group: readonly Person[],
  mailPort: number,
): Promise<TakenMessage[]> {
  const { gateway, simulators, bulk, drain } = sending;
  const key = await bulk({
    message: {
      platforms: [platform],
      title: 'News',
      text: 'News',
      ...(channel === 'whatsapp' && { whatsapp: { template: { name: 'hello_world', language: 'en_US' } } }),
    },
    target: { tag: group[0]?.tag },
  });
  await drain();
  if (reportsDelivery) {
    const sql = `SELECT FROM delivery.provider_receipt AS p JOIN delivery.dispatch AS d USING (dispatch_id)
                  WHERE d.notification_key = $1`;
    await expect.poll(() => gateway.fresh.db.rows(sql, [key]), { timeout: 30_000 }).toHaveLength(group.length);
  }
  const deliveries = new Map((await simulators.deliveries('limit=1000')).map((delivery) => [delivery.token, delivery]));
  const credentials = await credentialsOf(sending, channel);
  return group.map(({ extId, address, tag }) => {
    const delivery = deliveries.get(address);
    if (!delivery) {
      throw new Error(`Nothing came to ${address} by ${provider}`);
    }
    const payload = toJsonObject(delivery.payload);
    const { StatusCallback: named } = payload;
    const path = typeof named === 'string' ? new URL(named).pathname : '/callbacks/accounts/shop';
    const url =
      {
        smtp: `smtp://127.0.0.1:${mailPort}`,
        ses: `${simulators.base}/sns-message`,
      }[provider as string] ?? gateway.base + path;
    const id = repeatedId(provider, payload) ?? delivery.messageId;
    return { extId, address, tag, key, id, place: { url, credentials } };
  });
}

async function credentialsOf({ gateway }: Sending, channel: string): Promise<Record<string, unknown>> {
  const stored = await gateway.app.get(ProviderAccountService).findByKey(gateway.appId, channel);
  return (stored?.credentials ?? {}) as Record<string, unknown>;
}

/** The id that the provider repeats in its reports. */
function repeatedId(provider: Reporter['provider'], payload: Record<string, unknown>): string | undefined {
  const { message, envelope, tags } = payload;
  const { bi_tag: tag } = toJsonObject(toJsonObject(message)['android']);
  const id = {
    vonage: payload['client-ref'],
    whatsapp: payload['biz_opaque_callback_data'],
    hms: tag,
    ses: [toJsonObject(tags)['herald-message']].flat()[0],
    smtp: toJsonObject(envelope)['from'],
  }[provider as string];
  return typeof id === 'string' ? id : undefined;
}

/** Posts a report as its provider does. One that is a mail has its envelope as headers. */
export async function deliverReport(request: SignedCallback, place: CallbackPlace): Promise<void> {
  const { protocol, port } = new URL(place.url);
  if (protocol === 'smtp:') {
    const { to = '', from = '' } = request.headers;
    expect(await handMail(Number(port), to, request.body, from)).toMatch(/^250/);
    return;
  }
  const { status } = await fetch(place.url, { method: 'POST', ...request });
  expect([200, 204]).toContain(status);
}

/** Tests if an address gets nothing more: it is suppressed, or its token is out of use. */
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
