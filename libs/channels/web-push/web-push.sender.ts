import { createHash } from 'node:crypto';
import type { Dispatcher } from 'undici';
import webpush from 'web-push';
import { parseJson, toJsonObject } from '#platform/collections';
import { parsePublicHttpsUrl } from '#platform/net';
import { AccountConnections } from '../transport/account-connections.js';
import { BatchOutcomes } from '../sender/batch-outcomes.js';
import type { Account, BatchReport, Outgoing, Sender, SendOptions, WebPushPayload } from '../sender/channels.types.js';
import { checkBeforeWrite, type Http1Limits } from '../transport/http1-pool.js';
import { ConcurrencyLimiter } from '../transport/concurrency-limiter.js';
import { classifyAnswer } from '../sender/provider-answers.js';
import { PushServicePool } from './push-service-pool.js';
import { parseRetryAfter } from '../transport/retry-after.js';
import { failureCode, recordTransportFailure } from '../transport/transport-failure.js';
import { VapidHeaders } from './vapid-headers.js';

/** Bytes of text that fit into the 4,096 of a message (RFC 8030, 7.2), besides header and tag of aes128gcm. */
const MAX_TEXT_BYTES = 3993;
const TOPIC_LENGTH = 32;
/** Four weeks, the longest time that push services keep a message. */
const MAX_TTL_SECONDS = 2_419_200;

export type WebPushLimits = Http1Limits;

interface WebPushAccount {
  services: PushServicePool;
  vapid: VapidHeaders;
  limiter: ConcurrencyLimiter;
  isSimulated: boolean;
}

interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Web Push (RFC 8030) with encryption (RFC 8291) and VAPID by web-push, over connections of undici. */
export class WebPushSender implements Sender<'webpush'> {
  readonly channel = 'webpush';
  readonly unconfirmedPolicy = 'repeat';
  private readonly texts = new WeakMap<WebPushPayload, string>();
  private readonly accounts: AccountConnections<'webpush', WebPushAccount>;

  constructor(private readonly limits: WebPushLimits = { deadlineMs: 15_000, inFlight: 50, connectMs: 10_000 }) {
    this.accounts = new AccountConnections(
      (account) => this.open(account),
      async ({ limiter, services }) => {
        await limiter.waitUntilIdle();
        await services.close();
      },
    );
  }

  async send(
    account: Account<'webpush'>,
    batch: readonly Outgoing<'webpush'>[],
    { isUrgent = false, mayLeave }: SendOptions = {},
  ): Promise<BatchReport> {
    const outcomes = new BatchOutcomes(batch.length, mayLeave);
    const opened = this.accounts.get(account);
    await opened.limiter.runAll(
      batch,
      (item, index) => this.sendOne(opened, outcomes, item, index),
      (index) => outcomes.recordUnsent(index, 'PROVIDER_SILENT'),
      { isUrgent },
    );
    return outcomes.report;
  }

  async close(): Promise<void> {
    await this.accounts.close();
  }

  private open({ credentials, origin }: Account<'webpush'>): WebPushAccount {
    return {
      services: new PushServicePool(this.limits, origin),
      vapid: new VapidHeaders(credentials),
      limiter: new ConcurrencyLimiter(this.limits.inFlight),
      isSimulated: origin !== undefined,
    };
  }

  private async sendOne(
    account: WebPushAccount,
    outcomes: BatchOutcomes,
    item: Outgoing<'webpush'>,
    index: number,
  ): Promise<boolean> {
    if (!outcomes.admit(index)) {
      return true;
    }
    const subscription = readSubscription(item.address);
    const endpoint =
      subscription &&
      (account.isSimulated ? URL.parse(subscription.endpoint) : parsePublicHttpsUrl(subscription.endpoint));
    if (!subscription || !endpoint) {
      outcomes.recordRefusal(index, invalidSubscription('the address is no subscription with a public https endpoint'));
      return true;
    }
    const text = this.createText(item);
    if (Buffer.byteLength(text) > MAX_TEXT_BYTES) {
      outcomes.recordAnswer(
        index,
        classifyAnswer('webpush', 413),
        '413',
        'The text is longer than a message can carry',
      );
      return true;
    }
    let authorization: string;
    try {
      authorization = account.vapid.get(endpoint.origin);
    } catch {
      outcomes.pauseAccount({ code: 'INVALID_VAPID_KEY', why: 'AUTH' });
      outcomes.recordPaused(index);
      return true;
    }
    let details: webpush.RequestDetails;
    try {
      details = webpush.generateRequestDetails(subscription, text, {
        TTL: Math.min(Math.max(0, Math.trunc(item.ttlSeconds)), MAX_TTL_SECONDS),
        urgency: item.payload.urgency,
        topic: createHash('sha256').update(item.collapseId).digest('base64url').slice(0, TOPIC_LENGTH),
        headers: { Authorization: authorization },
      });
    } catch {
      outcomes.recordRefusal(index, invalidSubscription('the keys of the subscription cannot be used'));
      return true;
    }
    return this.post(account, outcomes, index, endpoint, details);
  }

  private async post(
    account: WebPushAccount,
    outcomes: BatchOutcomes,
    index: number,
    endpoint: URL,
    details: webpush.RequestDetails,
  ): Promise<boolean> {
    try {
      const request = (): Promise<Dispatcher.ResponseData> =>
        account.services.get(endpoint).request({
          method: 'POST',
          path: endpoint.pathname + endpoint.search,
          headers: { ...details.headers, host: endpoint.host },
          body: details.body,
          signal: AbortSignal.timeout(this.limits.deadlineMs),
        });
      const { statusCode, headers, body } = await checkBeforeWrite(() => outcomes.mayLeave(index), request);
      const answer = await body.text().catch(() => '');
      if (statusCode >= 200 && statusCode < 300) {
        outcomes.recordSent(index);
      } else {
        const wait = parseRetryAfter(headers);
        outcomes.recordAnswer(
          index,
          classifyAnswer('webpush', statusCode),
          String(statusCode),
          `${statusCode} ${answer}`,
          wait,
        );
      }
      return true;
    } catch (error) {
      const code = failureCode(error);
      if (code === 'ADDRESS_REFUSED') {
        outcomes.recordRefusal(index, { kind: 'failed', code, reason: 'REFUSED' });
        return true;
      }
      return recordTransportFailure(outcomes, index, code);
    }
  }

  /** The JSON for the service worker. Fields of the single message come last. */
  private createText({ payload, messageId, collapseId }: Outgoing<'webpush'>): string {
    const shared = this.texts.get(payload) ?? JSON.stringify(payload.body).slice(0, -1);
    this.texts.set(payload, shared);
    const recipientFields = `"tag":${JSON.stringify(collapseId)},"heraldId":${JSON.stringify(messageId)}}`;
    return `${shared}${shared === '{' ? '' : ','}${recipientFields}`;
  }
}

function invalidSubscription(raw: string): { kind: 'dead'; code: string; reason: string; raw: string } {
  return { kind: 'dead', code: 'INVALID_SUBSCRIPTION', reason: 'INVALID_TOKEN', raw };
}

/** A PushSubscription as its `toJSON()` returns it; undefined for anything else. */
function readSubscription(address: string): Subscription | undefined {
  const { endpoint, keys } = toJsonObject(parseJson(address));
  const { p256dh, auth } = toJsonObject(keys);
  return typeof endpoint === 'string' && typeof p256dh === 'string' && typeof auth === 'string'
    ? { endpoint, keys: { p256dh, auth } }
    : undefined;
}
