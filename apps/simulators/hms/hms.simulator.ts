import { createHmac, randomInt, randomUUID } from 'node:crypto';
import { isJsonObject, toJsonObject } from '#platform/collections';
import { AccountPlaces, type AskedReport, type Reporter } from '../server/reporter.js';
import type { CallbackMessage, CallbackPoster } from '../server/callback-poster.js';
import type { Delivery } from '../server/delivery-log.js';
import {
  retryAfter,
  type HttpProtocol,
  type MessageOutcome,
  type ProviderRequest,
  type Reply,
  type RequestOutcome,
} from '../server/exchange.js';
import type { FaultRule } from '../server/fault-injector.js';
import type { FaultPlans } from '../server/fault-plans.js';
import { parseObject } from '../server/jwt.js';
import { HmsOauth } from './hms-oauth.js';
import { findRefusal } from './hms-rules.js';

const SEND = /^\/v1\/([\w-]+)\/messages:send$/;

/** Words of the codes that faults name (Huawei, "Push Kit REST API: downlink messages"). */
const WORDS: Readonly<Record<string, string>> = {
  80100001: 'Some request parameters are incorrect',
  80100003: 'Incorrect message structure',
  80100016: 'The message contains sensitive information',
  80200001: 'OAuth authentication error',
  80200003: 'OAuth token expired',
  80300002: 'The app does not have the permission to send messages',
  80300007: 'All tokens are invalid',
  80300008: 'The size of the message body exceeds the default value (4096 bytes)',
  80600003: 'Failed to request the OAuth service',
  81000001: 'Internal error',
};

/** Codes that come with the HTTP status of their kind; all others come with 200. */
const STATUS_OF: Readonly<Record<string, number>> = { 80100001: 400, 80100003: 400, 80200001: 401, 80200003: 401 };

/**
 * Huawei's Push Kit (`POST /v1/CLIENT_ID/messages:send`) and the token endpoint beside it. It counts a request with
 * several tokens as one message to the first of them. It sends receipts of version 1, signed with the app's secret, to a
 * `receipt_id` that is an address of this machine, else to that of the app, which `POST /hms-receipts` sets.
 */
export class HmsSimulator implements HttpProtocol, Reporter {
  readonly provider = 'hms';
  readonly maxBody = 128 * 1024;
  private readonly oauth: HmsOauth;
  private readonly places = new AccountPlaces();
  readonly actions = { '/hms-receipts': async (input: unknown) => this.places.set(input) };

  /** @param secret  signs access tokens; unchanged by a restart */
  constructor(
    private readonly faults: FaultPlans,
    private readonly callbacks: CallbackPoster,
    secret: string,
  ) {
    this.oauth = new HmsOauth(secret);
  }

  read(request: ProviderRequest): RequestOutcome {
    const { path, method, headers } = request;
    if (path === '/oauth2/v3/token') {
      return { kind: 'other', reply: this.oauth.exchange(request) };
    }
    const clientId = SEND.exec(path)?.[1];
    if (clientId === undefined || method !== 'POST') {
      return { kind: 'refused', reply: { status: 404 } };
    }
    const refusal = this.oauth.findRefusal(clientId, headers.authorization);
    if (refusal !== undefined) {
      return refused(refusal);
    }
    const body = request.size > this.maxBody ? undefined : parseObject(request.body.toString('utf8'));
    const [code, words] = findRefusal(body?.message) ?? [];
    if (code !== undefined) {
      return refused(code, words);
    }
    const message = isJsonObject(body?.message) ? body.message : {};
    const requestId = newRequestId();
    const reply = answer('80000000', 'Success', requestId);
    const [token] = Array.isArray(message['token']) ? message['token'] : [];
    if (body?.validate_only === true || typeof token !== 'string') {
      return { kind: 'other', reply };
    }
    const android = isJsonObject(message['android']) ? message['android'] : {};
    return {
      kind: 'message',
      sender: clientId,
      token,
      messageId: typeof android['bi_tag'] === 'string' ? android['bi_tag'] : requestId,
      payload: () => body,
      reply,
      onAccepted: () => this.reportLater(clientId, token, requestId, android),
    };
  }

  refuse(rule: FaultRule, { token }: MessageOutcome): Reply {
    const { reason, status } = rule;
    if (reason === undefined) {
      return { status: status ?? 500, headers: retryAfter(rule) };
    }
    const words =
      reason === '80100000' ? JSON.stringify({ success: 0, failure: 1, illegal_tokens: [token] }) : wordsOf(reason);
    const reply = answer(reason, words, newRequestId(), status);
    return { ...reply, headers: { ...reply.headers, ...retryAfter(rule) } };
  }

  private reportLater(
    clientId: string,
    token: string,
    requestId: string,
    { receipt_id: named, bi_tag: tag }: Record<string, unknown>,
  ): void {
    const fault = this.faults.decide('hms', token, 'report', clientId)?.rule?.reason;
    const receipt = { clientId, token, requestId, tag: typeof tag === 'string' ? tag : '' };
    this.callbacks.postLater(this.places.placeOf(clientId, named), () => this.toReceipt(receipt, Number(fault ?? 0)));
  }

  kindsOf(): readonly string[] {
    return Object.keys(STATUSES);
  }

  async report(
    { sender: clientId, token, messageId: tag, payload }: Delivery,
    { kind }: AskedReport,
  ): Promise<string | undefined> {
    const { receipt_id: named } = toJsonObject(toJsonObject(toJsonObject(payload)['message'])['android']);
    const url = this.places.placeOf(clientId, named);
    const receipt = this.toReceipt({ clientId, token, requestId: newRequestId(), tag }, STATUSES[kind] ?? 0);
    return url && String(await this.callbacks.postNow(url, receipt));
  }

  /** A receipt, signed with the secret of the app. */
  private toReceipt({ clientId, token, requestId, tag }: Receipt, status: number): CallbackMessage {
    const timestamp = Date.now();
    const nonce = randomUUID();
    const value = createHmac('sha256', Buffer.from(this.oauth.secretOf(clientId) ?? '', 'base64'))
      .update(`${timestamp}${nonce}herald`)
      .digest('base64');
    return {
      headers: {
        'content-type': 'application/json',
        'x-huawei-callback-id': `timestamp=${timestamp}; nonce=${nonce}; value=${value}`,
      },
      body: JSON.stringify({ statuses: [{ timestamp, token, appid: clientId, biTag: tag, status, requestId }] }),
    };
  }
}

interface Receipt {
  clientId: string;
  token: string;
  requestId: string;
  /** `bi_tag` of the message. */
  tag: string;
}

/** Reports by hand: the device was off for a month, or the app was removed. */
const STATUSES: Readonly<Record<string, number>> = { delivered: 0, undelivered: 10, removed: 2 };

function refused(code: string, words = wordsOf(code)): RequestOutcome {
  return { kind: 'refused', reply: answer(code, words, newRequestId()) };
}

function answer(code: string, msg: string, requestId: string, status = STATUS_OF[code] ?? 200): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, msg, requestId }),
  };
}

function wordsOf(code: string): string {
  return WORDS[code] ?? 'Unknown error';
}

/** Eighteen digits, as Huawei's are. */
function newRequestId(): string {
  return `${Date.now()}${String(randomInt(100_000)).padStart(5, '0')}`;
}
