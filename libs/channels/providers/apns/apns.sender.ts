import type { IncomingHttpHeaders } from 'node:http2';
import type apn from '@parse/node-apn';
import type { HeaderFields } from '#http2-client';
import { parseJson, toJsonObject } from '#platform/collections';
import { sha256Hex } from '#platform/crypto';
import { USER_AGENT } from '#platform/release';
import { loadOnUse } from '#platform/start';
import { AccountConnections } from '../../transport/account-connections.js';
import { ApnsToken } from './apns-token.js';
import { toErrorWords } from '../../faults/provider-words.js';
import { BatchOutcomes } from '../../sender/batch-outcomes.js';
import type { Account, BatchReport, Outgoing, Sender, SendOptions } from '../../sender/channels.types.js';
import type { ApnsPayload } from '../../sender/payload.types.js';
import { AccountAnswers } from '../../sender/recent-answers.js';
import { BatchExchange } from '../../transport/http2-exchange.js';
import { HTTP2_LIMITS, Http2Pool, type Http2Limits } from '../../transport/http2-pool.js';
import { classifyApnsAnswer, APNS_ANSWERS } from './apns-answers.js';
import type { ApnsCredentials } from './apns-credentials.js';

declare module '@parse/node-apn' {
  /** Documented methods that the types of the package lack. */
  interface Notification {
    compile(): string;
    headers(): Record<string, string | number>;
  }
}

const library = loadOnUse((require) => require('@parse/node-apn') as typeof apn);

export const APNS_HOSTS = {
  production: 'https://api.push.apple.com:443',
  sandbox: 'https://api.sandbox.push.apple.com:443',
};
/** Apple, "Generating a remote notification". */
const MAX_PAYLOAD_BYTES = 4096;
const MAX_COLLAPSE_ID_LENGTH = 64;
/** Apple, "Starting and updating Live Activities with ActivityKit push notifications". */
const ACTIVITY_TOPIC = '.push-type.liveactivity';
/** The length of what `beginWithId` writes for a UUID. */
const ID_BYTES = 51;

interface ApnsAccount {
  pool: Http2Pool;
  token: ApnsToken;
  topic: string;
  /** The headers of payloads, with the token that they were made with. */
  heads: WeakMap<CompiledPayload, HeaderFields>;
}

/** The part that all recipients of a payload share. */
interface CompiledPayload {
  /** The JSON without its first brace. */
  text: string;
  /** The size of the whole body with the id of a message. */
  size: number;
  /** Only the system reads it: it has no message id, and a topic of its own. */
  isActivity: boolean;
  headers: Record<string, string | number>;
}

/**
 * APNs over HTTP/2 with token authentication. node-apn compiles notification and headers. Its Provider is not used: it
 * does not limit streams, repeats blindly and hides Retry-After.
 */
export class ApnsSender implements Sender<'apns', ApnsCredentials> {
  private readonly compiled = new WeakMap<ApnsPayload, CompiledPayload>();
  private readonly tokens = new Map<string, ApnsToken>();
  private readonly accounts: AccountConnections<'apns', ApnsCredentials, ApnsAccount>;
  private readonly answers = new AccountAnswers();

  constructor(
    limits: Http2Limits = HTTP2_LIMITS,
    private readonly now: () => number = Date.now,
  ) {
    this.accounts = new AccountConnections(
      (account) => this.open(account, limits),
      ({ pool }) => pool.close(),
    );
  }

  send(
    account: Account<'apns', ApnsCredentials>,
    batch: readonly Outgoing<'apns'>[],
    { isUrgent = false, ...settings }: SendOptions = {},
  ): Promise<BatchReport> {
    const outcomes = new BatchOutcomes(batch, { ...settings, recent: this.answers.of(account) });
    const opened = this.openOrPause(account, outcomes);
    if (opened === undefined) {
      batch.forEach((_item, index) => outcomes.recordPaused(index));
      return outcomes.report;
    }
    const now = Math.floor(this.now() / 1000);
    const exchanges: BatchExchange[] = [];
    batch.forEach((item, index) => {
      const compiled = this.compile(item.payload);
      if (compiled.size > MAX_PAYLOAD_BYTES) {
        outcomes.recordAnswer(index, APNS_ANSWERS.classify(413), 'PayloadTooLarge', `${compiled.size} bytes`);
      } else {
        exchanges.push(new ApnsExchange(opened, outcomes, index, item, compiled, now));
      }
    });
    opened.pool.submit(exchanges, isUrgent);
    return outcomes.report;
  }

  async close(): Promise<void> {
    await this.accounts.close();
  }

  private openOrPause(account: Account<'apns', ApnsCredentials>, outcomes: BatchOutcomes): ApnsAccount | undefined {
    try {
      return this.accounts.get(account);
    } catch (error) {
      outcomes.pauseAccount({ code: 'InvalidKey', why: 'AUTH', words: toErrorWords(error) });
      return undefined;
    }
  }

  private open(account: Account<'apns', ApnsCredentials>, limits: Http2Limits): ApnsAccount {
    const { credentials, origin } = account;
    const target =
      origin === undefined
        ? { origin: APNS_HOSTS[credentials.environment] }
        : { origin: `https://${origin.host}:${origin.port}`, ca: origin.ca };
    return {
      pool: new Http2Pool(target, limits),
      token: this.getToken(account),
      topic: credentials.topic,
      heads: new WeakMap(),
    };
  }

  /** All accounts with the same key share one token. */
  private getToken({ credentials }: Account<'apns', ApnsCredentials>): ApnsToken {
    const name = sha256Hex(`${credentials.teamId} ${credentials.keyId} ${credentials.key}`);
    const token =
      this.tokens.get(name) ?? new ApnsToken(credentials.teamId, credentials.keyId, credentials.key, this.now);
    this.tokens.set(name, token);
    return token;
  }

  private compile(payload: ApnsPayload): CompiledPayload {
    const cached = this.compiled.get(payload);
    if (cached !== undefined) {
      return cached;
    }
    const notification = new (library().Notification)();
    notification.rawPayload = payload.body;
    notification.pushType = payload.pushType;
    notification.priority = payload.priority;
    const text = notification.compile().slice(1);
    const isActivity = payload.pushType === 'liveactivity';
    const size = (isActivity ? 1 : ID_BYTES) + Buffer.byteLength(text);
    const compiled = { text, size, isActivity, headers: notification.headers() };
    this.compiled.set(payload, compiled);
    return compiled;
  }
}

/** Tokens of devices, which need no escapes. */
const HEXADECIMAL = /^[\da-f]+$/i;

class ApnsExchange extends BatchExchange {
  private authorization = '';
  private isRenewed = false;

  constructor(
    private readonly account: ApnsAccount,
    outcomes: BatchOutcomes,
    index: number,
    private readonly item: Outgoing<'apns'>,
    private readonly compiled: CompiledPayload,
    private readonly now: number,
  ) {
    super(outcomes, index);
  }

  headers(): HeaderFields {
    const { compiled, account } = this;
    this.authorization = account.token.authorization();
    const known = account.heads.get(compiled);
    if (known?.['authorization'] === this.authorization) {
      return known;
    }
    const fields = {
      ':method': 'POST',
      authorization: this.authorization,
      'apns-topic': compiled.isActivity ? `${account.topic}${ACTIVITY_TOPIC}` : account.topic,
      'user-agent': USER_AGENT,
      ...compiled.headers,
    };
    account.heads.set(compiled, fields);
    return fields;
  }

  /** Apple asks for small tables of headers: what differs from message to message is not kept there. */
  override personalHeaders(): HeaderFields {
    const { item, compiled } = this;
    const { address, messageId, collapseId } = item;
    return {
      ':path': `/3/device/${HEXADECIMAL.test(address) ? address : encodeURIComponent(address)}`,
      'apns-id': messageId,
      'apns-expiration': this.now + item.ttlSeconds,
      'apns-collapse-id': compiled.isActivity
        ? undefined
        : collapseId === messageId
          ? messageId
          : toCollapseId(collapseId),
    };
  }

  body(): string {
    const { text, isActivity } = this.compiled;
    return (isActivity ? '{' : beginWithId(this.item.messageId)) + text;
  }

  onAnswer(status: number, headers: IncomingHttpHeaders, body: string): void {
    if (status === 200) {
      this.outcomes.recordSent(this.index);
      return;
    }
    const { reason, timestamp } = readAnswer(body);
    if (reason === 'ExpiredProviderToken' && !this.isRenewed && this.account.token.renew(this.authorization)) {
      this.isRenewed = true;
      this.reset();
      this.account.pool.submit([this], this.isUrgent);
      return;
    }
    if (status === 403) {
      this.account.pool.retire();
    }
    const { item, compiled } = this;
    const meaning = classifyApnsAnswer(status, reason, timestamp, item.registeredAt, compiled.isActivity);
    this.recordAnswer({ code: reason === '' ? String(status) : reason, meaning }, status, headers, body);
  }
}

/** The begin of a body: `heraldId` is a custom key beside `aps`, as it is in the payloads of the other push channels. */
function beginWithId(messageId: string): string {
  return `{"heraldId":"${messageId}",`;
}

/**
 * A header value of at most 64 printable bytes. Any other id is replaced by its hash, which collapses notifications as
 * well.
 */
function toCollapseId(collapseId: string): string {
  return collapseId.length <= MAX_COLLAPSE_ID_LENGTH && /^[\x21-\x7e]+$/.test(collapseId)
    ? collapseId
    : sha256Hex(collapseId);
}

function readAnswer(body: string): { reason: string; timestamp: number | undefined } {
  const { reason, timestamp } = toJsonObject(parseJson(body));
  return {
    reason: typeof reason === 'string' ? reason : '',
    timestamp: typeof timestamp === 'number' ? timestamp : undefined,
  };
}
