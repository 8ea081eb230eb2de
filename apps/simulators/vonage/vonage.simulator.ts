import { createHmac, randomBytes } from 'node:crypto';
import { toJsonObject } from '#platform/collections';
import { AccountPlaces, type AskedReport, type Reporter } from '../server/reporter.js';
import type { CallbackMessage, CallbackPoster } from '../server/callback-poster.js';
import type { Delivery } from '../server/delivery-log.js';
import {
  bareMessageId,
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
import { json, refused, toError, ABSENT } from './vonage-answers.js';

/** Characters of a message without parts (GSM alphabet, and UCS-2). */
const PART_CHARACTERS = 67;
const MAX_CHARACTERS = 3200;

/**
 * Vonage's SMS API: `POST /sms/json`, with a status for each part of a message under HTTP 200, and signed delivery
 * receipts to `callback`. Like Vonage it takes a repeated `client-ref` as another message. The secret of an account is
 * the first one that it uses; receipts are signed with it. `POST /vonage-webhooks` stands for the settings of the dashboard.
 */
export class VonageSimulator implements HttpProtocol, Reporter {
  readonly provider = 'vonage';
  readonly maxBody = 64 * 1024;
  private readonly secrets = new Map<string, string>();
  private readonly places = new AccountPlaces();
  readonly actions = { '/vonage-webhooks': async (input: unknown) => this.places.set(input) };

  constructor(
    private readonly faults: FaultPlans,
    private readonly callbacks: CallbackPoster,
  ) {}

  read({ method, path, body }: ProviderRequest): RequestOutcome {
    const [place = '', query = ''] = path.split('?', 2);
    if (method === 'GET' && place === '/account/get-balance') {
      const { api_key: key = '', api_secret: secret = '' } = Object.fromEntries(new URLSearchParams(query));
      const isKnown = this.knows(key, secret);
      return { kind: 'other', reply: isKnown ? json(200, { value: 10, autoReload: false }) : json(401, {}) };
    }
    if (method !== 'POST' || place !== '/sms/json') {
      return { kind: 'other', reply: json(404, {}) };
    }
    const form: Record<string, string> = Object.fromEntries(new URLSearchParams(body.toString('utf8')));
    const { api_key: key = '', api_secret: secret = '', from = '', to = '', text = '' } = form;
    if (!this.knows(key, secret)) {
      return refused('4');
    }
    if (from === '' || to === '' || text === '') {
      return refused('2');
    }
    if (!/^[1-9]\d{6,14}$/.test(to)) {
      return refused('3');
    }
    if (text.length > MAX_CHARACTERS) {
      return refused('12');
    }
    const id = newId();
    return {
      kind: 'message',
      sender: key,
      token: `+${to}`,
      messageId: bareMessageId(form['client-ref'] ?? id),
      payload: () => ({ ...form, api_secret: '***' }),
      reply: json(200, toParts(to, id, text)),
      onAccepted: () => this.reportLater(key, to, id, form),
    };
  }

  refuse(rule: FaultRule, { token }: MessageOutcome): Reply {
    return rule.reason === undefined
      ? json(rule.status ?? 500, { 'error-code': String(rule.status) }, retryAfter(rule))
      : json(rule.status ?? 200, toError(rule.reason, token.slice(1)), retryAfter(rule));
  }

  private knows(key: string, secret: string): boolean {
    const known = this.secrets.get(key) ?? secret;
    if (key !== '' && secret !== '') {
      this.secrets.set(key, known);
    }
    return key !== '' && secret !== '' && known === secret;
  }

  private reportLater(key: string, to: string, id: string, form: Record<string, string>): void {
    const code = this.faults.decide('vonage', `+${to}`, 'report', key)?.rule?.reason;
    this.callbacks.postLater(this.places.placeOf(key, form['callback']), () =>
      this.receipt(key, { to, id, ref: form['client-ref'] ?? '' }, code),
    );
  }

  kindsOf(): readonly string[] {
    return ['delivered', 'undelivered', 'answered'];
  }

  async report({ sender: key, token, payload }: Delivery, { kind, text }: AskedReport): Promise<string | undefined> {
    const { callback, from, 'client-ref': ref } = toJsonObject(payload);
    const to = token.slice(1);
    const isAnswer = kind === 'answered';
    const url = isAnswer ? this.places.find(key)?.url : this.places.placeOf(key, callback);
    if (url === undefined) {
      return undefined;
    }
    const message = isAnswer
      ? this.sign(key, { msisdn: to, to: String(from), messageId: newId(), text, type: 'text' })
      : this.receipt(key, { to, id: newId(), ref: String(ref) }, kind === 'undelivered' ? ABSENT : undefined);
    return String(await this.callbacks.postNow(url, message));
  }

  private receipt(key: string, { to, id, ref }: Sent, code: string | undefined): CallbackMessage {
    const status = code === undefined ? 'delivered' : 'failed';
    return this.sign(key, { msisdn: to, messageId: id, status, 'err-code': code ?? '0', 'client-ref': ref });
  }

  /** A request to the customer, with what each of them has. */
  private sign(key: string, content: Record<string, string>): CallbackMessage {
    const fields: Record<string, string> = {
      ...content,
      'api-key': key,
      timestamp: String(Math.floor(Date.now() / 1000)),
      nonce: randomBytes(16).toString('hex'),
    };
    const sig = sign(fields, this.secrets.get(key) ?? '');
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...fields, sig }).toString(),
    };
  }
}

/** A message that was taken. @property ref  the customer's own id of it */
interface Sent {
  to: string;
  id: string;
  ref: string;
}

function newId(): string {
  return randomBytes(8).toString('hex').toUpperCase();
}

export function showVonage({ to, from, text }: Record<string, unknown>): ShownContent {
  return { to, from, text };
}

/** Vonage, "Signing messages": fields by name, `&` and `=` of values as `_`, HMAC with SHA-256. */
function sign(fields: Record<string, string>, secret: string): string {
  const names = Object.keys(fields).toSorted();
  const text = names.map((name) => `&${name}=${(fields[name] ?? '').replaceAll(/[&=]/g, '_')}`).join('');
  return createHmac('sha256', secret).update(text).digest('hex').toUpperCase();
}

function toParts(to: string, id: string, text: string): object {
  const count = Math.max(1, Math.ceil(text.length / PART_CHARACTERS));
  const messages = Array.from({ length: count }, (_, index) => ({
    to,
    'message-id': index === 0 ? id : `${id}${index}`,
    status: '0',
    'remaining-balance': '10.00000000',
    'message-price': '0.03330000',
    network: '12345',
  }));
  return { 'message-count': String(count), messages };
}
