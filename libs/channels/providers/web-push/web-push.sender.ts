import { hash } from 'node:crypto';
import { groupBy, LruCache, parseJson, toJsonObject } from '#platform/collections';
import { parsePublicHttpsUrl, type PushServices } from '#platform/net';
import type { DomainThrottleStore } from '../../rate-limits/domain-throttle.repository.js';
import { DomainThrottles } from '../../rate-limits/domain-throttle.js';
import { AccountConnections } from '../../transport/account-connections.js';
import { toErrorWords } from '../../faults/provider-words.js';
import { BatchOutcomes } from '../../sender/batch-outcomes.js';
import type { Account, BatchReport, Outgoing, Sender, SendOptions } from '../../sender/channels.types.js';
import type { WebPushPayload } from '../../sender/payload.types.js';
import { AccountAnswers } from '../../sender/recent-answers.js';
import type { Http1Limits } from '../../transport/http1-pool.js';
import { ConcurrencyLimiter } from '../../transport/concurrency-limiter.js';
import { WEB_PUSH_ANSWERS } from './web-push-answers.js';
import { encryptPush, readReceiverKeys } from './encrypt.js';
import { PushServiceHealth } from './push-service-health.js';
import { readPushServiceAnswer } from './push-service-answer.js';
import { PushServicePool } from './push-service-pool.js';
import { parseRetryAfter } from '../../transport/retry-after.js';
import { failureCode, recordTransportFailure, WITHHELD_CODE } from '../../transport/transport-failure.js';
import { VapidHeaders } from './vapid-headers.js';
import type { WebPushCredentials } from './web-push-credentials.js';

/** Bytes of text that fit into the 4,096 of a message (RFC 8030, 7.2), besides header and tag of aes128gcm. */
const MAX_TEXT_BYTES = 3993;
const TOPIC_LENGTH = 32;
/** Four weeks, the longest time that push services keep a message. */
const MAX_TTL_SECONDS = 2_419_200;

/** Push services of one account at a time; an allowed service may have a name for each region. */
const MAX_LANES = 50;
/** Messages in flight to a push service that has rested and has not answered since. */
const PROBE_PLACES = 10;
/** Messages that waited for a push service do not come back all at once. */
const JITTER_MS = 2000;
const RESTS_CODE = 'SERVICE_RESTS';
/** The recipients of a service that rests wait. */
const SERVICE_RESTS = WEB_PUSH_ANSWERS.classify(429);

export type WebPushLimits = Http1Limits;
const LIMITS: WebPushLimits = { deadlineMs: 15_000, inFlight: 50, connectMs: 10_000 };

interface WebPushAccount {
  services: PushServicePool;
  vapid: VapidHeaders;
  health: PushServiceHealth;
  /** The requests that each push service has in flight: one that hangs holds no place of another. */
  lanes: LruCache<string, ConcurrencyLimiter>;
  isSimulated: boolean;
}

interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** A message of a batch with the place where it goes; undefined where its address is no subscription. */
interface Departure {
  item: Outgoing<'webpush'>;
  index: number;
  subscription: Subscription | undefined;
  endpoint: URL | undefined;
}

/** Web Push (RFC 8030) with encryption (RFC 8291) and VAPID (RFC 8292), over connections of undici. */
export class WebPushSender implements Sender<'webpush', WebPushCredentials> {
  private readonly texts = new WeakMap<WebPushPayload, string>();
  private readonly throttles: DomainThrottles;
  private readonly accounts: AccountConnections<'webpush', WebPushCredentials, WebPushAccount>;
  private readonly answers = new AccountAnswers();
  private readonly limits: WebPushLimits;

  /** @param pushServices  where real accounts may send to; simulated ones always reach the simulator */
  constructor(
    private readonly pushServices: Pick<PushServices, 'includes'>,
    throttleStore: DomainThrottleStore,
    limits: Partial<WebPushLimits> = {},
  ) {
    this.limits = { ...LIMITS, ...limits };
    this.throttles = new DomainThrottles(throttleStore);
    this.accounts = new AccountConnections(
      (account) => this.open(account),
      async ({ lanes, services }) => {
        await Promise.all([...lanes.values()].map((lane) => lane.waitUntilIdle()));
        await services.close();
      },
    );
  }

  async send(
    account: Account<'webpush', WebPushCredentials>,
    batch: readonly Outgoing<'webpush'>[],
    { isUrgent = false, ...settings }: SendOptions = {},
  ): Promise<BatchReport> {
    const opened = this.accounts.get(account);
    const departures = batch.map((item, index) => readDeparture(item, index, opened.isSimulated));
    const services = departures.map(({ endpoint }) => endpoint?.host ?? '');
    const outcomes = new BatchOutcomes(batch, { ...settings, services, recent: this.answers.of(account) });
    await opened.health.refresh();
    const lanes = groupBy(departures, ({ index }) => services[index] ?? '');
    const restMs = Math.min(...[...lanes.keys()].map((service) => opened.health.getRestMs(service)));
    await Promise.all(
      [...lanes].map(([service, lane]) => this.sendLane(opened, outcomes, { service, lane, isUrgent })),
    );
    // A request to slow down is of one push service, which its health knows.
    const { slow: _slow, ...report } = await outcomes.report;
    for (const { service, code } of report.refusals ?? []) {
      await opened.health.noteRefusal(service, code);
    }
    // Nothing could leave, so the next batches need not try.
    const slow = { code: RESTS_CODE, why: 'PROVIDER_UNAVAILABLE', ms: restMs };
    return { ...report, ...(batch.length > 0 && restMs > 0 && { slow }), hasOwnBreakers: true };
  }

  async close(): Promise<void> {
    await this.accounts.close();
  }

  private open(account: Account<'webpush', WebPushCredentials>): WebPushAccount {
    return {
      services: new PushServicePool(this.limits, account.origin),
      vapid: new VapidHeaders(account.credentials),
      health: new PushServiceHealth(account, this.throttles),
      lanes: new LruCache({ max: MAX_LANES }),
      isSimulated: account.origin !== undefined,
    };
  }

  /** Sends the messages of one push service. One that has failed gets a few at a time until it answers. */
  private async sendLane(
    opened: WebPushAccount,
    outcomes: BatchOutcomes,
    { service, lane, isUrgent }: { service: string; lane: readonly Departure[]; isUrgent: boolean },
  ): Promise<void> {
    const limiter = opened.lanes.get(service) ?? new ConcurrencyLimiter(this.limits.inFlight);
    opened.lanes.set(service, limiter);
    await limiter.runAll(
      lane,
      (departure) => this.sendOne(opened, outcomes, departure),
      (position) => outcomes.recordUnsent(lane[position]?.index ?? Number.NaN, 'PROVIDER_SILENT'),
      { isUrgent, limitOf: () => (opened.health.isProbed(service) ? PROBE_PLACES : undefined) },
    );
  }

  private async sendOne(account: WebPushAccount, outcomes: BatchOutcomes, departure: Departure): Promise<boolean> {
    const { item, index, subscription, endpoint } = departure;
    if (!outcomes.admit(index)) {
      return true;
    }
    if (!subscription || !endpoint) {
      outcomes.recordRefusal(index, invalidSubscription('the address is no subscription with a public https endpoint'));
      return true;
    }
    if (!account.isSimulated && !this.pushServices.includes(endpoint)) {
      outcomes.recordRefusal(index, { kind: 'failed', code: 'PUSH_SERVICE_NOT_ALLOWED', reason: 'REFUSED' });
      return true;
    }
    const restMs = account.health.getRestMs(endpoint.host);
    if (restMs > 0) {
      outcomes.recordAnswer(index, SERVICE_RESTS, RESTS_CODE, '', Math.ceil(restMs + Math.random() * JITTER_MS));
      return true;
    }
    const text = this.createText(item);
    if (Buffer.byteLength(text) > MAX_TEXT_BYTES) {
      outcomes.recordAnswer(
        index,
        WEB_PUSH_ANSWERS.classify(413),
        '413',
        'The text is longer than a message can carry',
      );
      return true;
    }
    let authorization: string;
    try {
      authorization = account.vapid.get(endpoint.origin);
    } catch (error) {
      outcomes.pauseAccount({ code: 'INVALID_VAPID_KEY', why: 'AUTH', words: toErrorWords(error) });
      outcomes.recordPaused(index);
      return true;
    }
    const body = encryptFor(subscription, text);
    if (!body) {
      outcomes.recordRefusal(index, invalidSubscription('the keys of the subscription cannot be used'));
      return true;
    }
    const headers = [
      'host',
      endpoint.host,
      'authorization',
      authorization,
      'content-type',
      'application/octet-stream',
      'content-encoding',
      'aes128gcm',
      'ttl',
      // Apple refuses a TTL of 0.
      String(Math.min(Math.max(1, Math.trunc(item.ttlSeconds)), MAX_TTL_SECONDS)),
      'urgency',
      item.payload.urgency,
      'topic',
      hash('sha256', item.collapseId, 'base64url').slice(0, TOPIC_LENGTH),
    ];
    return this.post(account, outcomes, index, endpoint, { headers, body });
  }

  private async post(
    account: WebPushAccount,
    outcomes: BatchOutcomes,
    index: number,
    endpoint: URL,
    request: { headers: string[]; body: Buffer },
  ): Promise<boolean> {
    try {
      const response = await account.services.get(endpoint.origin).post({
        ...request,
        path: endpoint.pathname + endpoint.search,
        mayLeave: () => outcomes.mayLeave(index),
      });
      const { status, headers } = response;
      if (status >= 500) {
        await account.health.noteFailure(endpoint.host, String(status));
      } else {
        account.health.noteAnswer(endpoint.host);
      }
      const { isTaken, codes, words } = readPushServiceAnswer(response);
      if (isTaken) {
        outcomes.recordSent(index);
      } else {
        const meaning = WEB_PUSH_ANSWERS.classify(status, ...codes);
        const wait = parseRetryAfter(headers);
        outcomes.recordAnswer(index, meaning, codes[0] ?? String(status), `${status} ${words}`, wait);
      }
      return true;
    } catch (error) {
      const code = failureCode(error);
      if (code === 'ADDRESS_REFUSED') {
        outcomes.recordRefusal(index, { kind: 'failed', code, reason: 'REFUSED' });
        return true;
      }
      const hasResponded = recordTransportFailure(outcomes, index, error);
      if (code !== WITHHELD_CODE) {
        await account.health.noteFailure(endpoint.host, code);
      }
      return hasResponded;
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

/** @returns undefined when the keys of the subscription cannot be used */
function encryptFor({ keys }: Subscription, text: string): Buffer | undefined {
  const receiver = readReceiverKeys(keys.p256dh, keys.auth);
  try {
    return receiver && encryptPush(text, receiver);
  } catch {
    return undefined;
  }
}

function readDeparture(item: Outgoing<'webpush'>, index: number, isSimulated: boolean): Departure {
  const subscription = readSubscription(item.address);
  const url =
    subscription && (isSimulated ? URL.parse(subscription.endpoint) : parsePublicHttpsUrl(subscription.endpoint));
  return { item, index, subscription, endpoint: url ?? undefined };
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
