import { randomUUID } from 'node:crypto';
import { isJsonObject, LruCache, parseJson, toJsonObject } from '#platform/collections';
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
import type { ShownContent } from '../server/shown-content.js';
import { readMessage, type SmsMessage } from './infobip-messages.js';
import { errorOf, stateOf } from './infobip-states.js';

/** Ids that are known to be taken. The documentation names no period. */
const KNOWN_IDS = 100_000;
/** The error of a phone that is off or out of reach. */
const ABSENT = 'EC_ABSENT_SUBSCRIBER';
/** The form of keys in Infobip's examples: 32 digits and a UUID. */
const KEY = /^App ([0-9a-f]{32})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * Infobip's SMS API (reference, "Send SMS message", version 3): `POST /sms/3/messages` gives a message a state under HTTP
 * 200, and reports unsigned to the URL in it. A request that it cannot read gets 400 with the field. It refuses an id that
 * it has taken (REJECTED_DUPLICATE_MESSAGE_ID). The secret of an account is the first one that comes with its name, the
 * part of a key before the first hyphen. Of the rest of the interface it has the balance. One message in a request is all
 * that it takes. `POST /infobip-subscription` stands for a subscription of the account, with a password (BASIC).
 */
export class InfobipSimulator implements HttpProtocol, Reporter {
  readonly provider = 'infobip';
  readonly maxBody = 64 * 1024;
  private readonly secrets = new Map<string, string>();
  private readonly seenIds = new LruCache<string, true>({ max: KNOWN_IDS });
  private readonly places = new AccountPlaces();
  readonly actions = { '/infobip-subscription': async (input: unknown) => this.places.set(input) };

  constructor(
    private readonly faults: FaultPlans,
    private readonly callbacks: CallbackPoster,
  ) {}

  read({ method, path, headers, body }: ProviderRequest): RequestOutcome {
    const account = this.findAccount(headers.authorization);
    if (method === 'GET' && path === '/account/1/balance') {
      return { kind: 'other', reply: account === undefined ? oldUnauthorized() : json(200, BALANCE) };
    }
    if (method !== 'POST' || path !== '/sms/3/messages') {
      return { kind: 'other', reply: json(404, errorOf(404)) };
    }
    if (account === undefined) {
      return { kind: 'refused', reply: json(401, errorOf(401)) };
    }
    const content = parseJson(body.toString('utf8'));
    const read = readMessage(content);
    if ('violation' in read) {
      // The request that names no message is how a client asks for its permission.
      const kind = isJsonObject(content) && isEmpty(content['messages']) ? 'other' : 'refused';
      return { kind, reply: json(400, errorOf(400, [read])) };
    }
    const id = read.messageId ?? randomUUID();
    const state = this.seenIds.has(`${account} ${id}`) ? 23 : read.state;
    if (state !== undefined) {
      return { kind: 'refused', reply: json(200, answer(read.to, id, state)) };
    }
    return {
      kind: 'message',
      sender: account,
      token: `+${read.to.replace(/^\+/, '')}`,
      messageId: id,
      payload: () => ({ to: read.to, from: read.sender, text: read.text, request: content }),
      reply: json(200, answer(read.to, id, 26)),
      onAccepted: () => {
        this.seenIds.set(`${account} ${id}`, true);
        this.reportLater(account, read, id);
      },
    };
  }

  /** The reason of a rule is the id of a state, under HTTP 200. Other statuses are errors of the interface. */
  refuse(rule: FaultRule, { token, messageId }: MessageOutcome): Reply {
    const { status = 200, reason = '21' } = rule;
    return status === 200
      ? json(200, answer(token.slice(1), messageId, Number(reason)), retryAfter(rule))
      : json(status, errorOf(status), retryAfter(rule));
  }

  /** The name of the account, when the key is its own. */
  private findAccount(authorization: string | undefined): string | undefined {
    const [, name = '', secret = ''] = KEY.exec(authorization ?? '') ?? [];
    if (name === '') {
      return undefined;
    }
    const known = this.secrets.get(name) ?? secret;
    this.secrets.set(name, known);
    return known === secret ? name : undefined;
  }

  private reportLater(account: string, { to, sender, url }: SmsMessage, messageId: string): void {
    const reason = this.faults.decide('infobip', `+${to}`, 'report', account)?.rule?.reason;
    const place = this.places.placeOf(account, url);
    this.callbacks.postLater(place, () => this.toPost(account, place, toReport({ to, sender, messageId }, reason)));
  }

  kindsOf(): readonly string[] {
    return ['delivered', 'undelivered', 'answered'];
  }

  async report(
    { sender: account, token, messageId, payload }: Delivery,
    { kind, text }: AskedReport,
  ): Promise<string | undefined> {
    const { request, from } = toJsonObject(payload);
    const message = readMessage(request);
    const named = 'url' in message ? message.url : undefined;
    const isAnswer = kind === 'answered';
    const url = isAnswer ? this.places.find(account)?.url : this.places.placeOf(account, named);
    if (url === undefined) {
      return undefined;
    }
    const [to, sender] = [token.slice(1), String(from)];
    const result = isAnswer
      ? { messageId: randomUUID(), from: to, to: sender, text, receivedAt: now(), smsCount: 1 }
      : toReport({ to, sender, messageId }, kind === 'undelivered' ? ABSENT : undefined);
    return String(await this.callbacks.postNow(url, this.toPost(account, url, result)));
  }

  /** A request to the customer. What goes to a URL that a message named has no password. */
  private toPost(account: string, url: URL | undefined, result: object): CallbackMessage {
    const place = this.places.find(account);
    const authorization = `Basic ${Buffer.from(`infobip:${place?.password}`).toString('base64')}`;
    return {
      headers: { 'content-type': 'application/json', ...(place?.url === url && { authorization }) },
      body: JSON.stringify({ results: [result] }),
    };
  }
}

interface Sent {
  to: string;
  sender: string | undefined;
  messageId: string;
}

/** @param reason  the name of an error; absent: it was delivered */
function toReport({ to, sender, messageId }: Sent, reason: string | undefined): object {
  return {
    bulkId: randomUUID(),
    price: { pricePerMessage: 0.01, currency: 'EUR' },
    status: stateOf(reason === undefined ? 5 : 9),
    error:
      reason === undefined
        ? { groupId: 0, groupName: 'OK', id: 0, name: 'NO_ERROR', description: 'No Error', permanent: false }
        : { groupId: 1, groupName: 'HANDSET_ERRORS', id: 1, name: reason, description: reason, permanent: true },
    messageId,
    to,
    sender,
    sentAt: now(),
    doneAt: now(),
    messageCount: 1,
  };
}

function now(): string {
  return new Date().toISOString().replace('Z', '+0000');
}

/** Shows a logged message as its receiver sees it. */
export function showInfobip({ to, from, text }: Record<string, unknown>): ShownContent {
  return { to, from, text };
}

const BALANCE = { balance: 47.79134, currency: 'EUR' };

function answer(destination: string, messageId: string, state: number): object {
  return { messages: [{ messageId, status: stateOf(state), destination, details: { messageCount: 1 } }] };
}

/** The balance has errors of the form before version 3. */
function oldUnauthorized(): Reply {
  return json(401, { requestError: { serviceException: { messageId: 'UNAUTHORIZED', text: 'Unauthorized' } } });
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function json(status: number, body: object, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
