import { createHash, randomUUID } from 'node:crypto';
import { isJsonObject, parseJson, toJsonObject } from '#platform/collections';
import { createSignedHeaders, isWebhookSignedBy } from '#platform/crypto';
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

/**
 * A service that an operator writes for Herald's generic provider. It takes a signed JSON request for each message
 * (Standard Webhooks 1.0), and reports back to `reportUrl`, signed in the same way. It is strict: a request without a
 * fresh signature is refused. It takes a repeated id again, as services without a memory do. `POST /http-place` sets
 * the address for messages of people.
 */
export class HttpSimulator implements HttpProtocol, Reporter {
  readonly provider = 'http';
  readonly maxBody = 1024 * 1024;
  private readonly places = new AccountPlaces();
  readonly actions = { '/http-place': async (input: unknown) => this.places.set(input) };

  constructor(
    private readonly faults: FaultPlans,
    private readonly callbacks: CallbackPoster,
  ) {}

  read({ method, path, headers, body }: ProviderRequest): RequestOutcome {
    const [, account = ''] = /^\/([0-9a-f]{24})$/.exec(path) ?? [];
    if (method !== 'POST') {
      return { kind: 'other', reply: answer(405, { code: 'method' }) };
    }
    const text = body.toString('utf8');
    if (account === '' || !isWebhookSignedBy(secretOf(account), headers, text)) {
      return { kind: 'refused', reply: answer(401, { code: 'signature', message: 'the signature is not valid' }) };
    }
    const message = parseJson(text);
    if (!isJsonObject(message) || typeof message.to !== 'string' || typeof message.id !== 'string') {
      return { kind: 'refused', reply: answer(400, { code: 'malformed', message: 'id and to are required' }) };
    }
    const { to, id, reportUrl } = message;
    return {
      kind: 'message',
      sender: account,
      token: to,
      messageId: id,
      payload: () => message,
      reply: answer(202, { id: randomUUID() }),
      onAccepted: () => this.reportLater(account, { to, id, reportUrl }),
    };
  }

  refuse(rule: FaultRule, _outcome: MessageOutcome): Reply {
    return answer(rule.status ?? 500, { code: rule.reason ?? 'fault', message: 'a fault' }, retryAfter(rule));
  }

  private reportLater(account: string, { to, id, reportUrl }: { to: string; id: string; reportUrl: unknown }): void {
    const reason = this.faults.decide('http', to, 'report', account)?.rule?.reason;
    this.callbacks.postLater(this.places.placeOf(account, reportUrl), () =>
      sign(account, { ...toReport(reason), to, id }),
    );
  }

  kindsOf({ payload }: Delivery): readonly string[] {
    const kinds = isJsonObject(toJsonObject(payload)['email']) ? ['bounced', 'complained'] : ['undelivered'];
    return ['delivered', ...kinds, 'answered'];
  }

  async report(
    { sender: account, token: to, messageId: id, payload }: Delivery,
    { kind, text }: AskedReport,
  ): Promise<string | undefined> {
    const isAnswer = kind === 'answered';
    const { reportUrl } = toJsonObject(payload);
    const url = isAnswer ? this.places.find(account)?.url : this.places.placeOf(account, reportUrl);
    const content = isAnswer ? { from: to, text } : { ...toReport(REASONS[kind]), to, id };
    return url && String(await this.callbacks.postNow(url, sign(account, content)));
  }
}

/** Reasons for reports by hand. */
const REASONS: Readonly<Partial<Record<string, string>>> = {
  undelivered: 'unreachable',
  bounced: 'dead',
  complained: 'complaint',
};

function sign(account: string, content: object): CallbackMessage {
  const body = JSON.stringify(content);
  const signed = createSignedHeaders([secretOf(account)], randomUUID(), new Date(), body);
  return { headers: { 'content-type': 'application/json', ...signed }, body };
}

/** @param reason  of a fault rule of the stage `report`: `complaint`, `dead`, `optedOut` …; absent: it was delivered */
function toReport(reason: string | undefined): object {
  if (reason === undefined) {
    return { status: 'delivered' };
  }
  return reason === 'complaint'
    ? { status: 'complaint', code: reason }
    : { status: 'undelivered', code: reason, ...((reason === 'dead' || reason === 'optedOut') && { [reason]: true }) };
}

/** A text message or an e-mail, as a person sees it. */
export function showPosted({ to, sms, email }: Record<string, unknown>): ShownContent {
  if (isJsonObject(email)) {
    const { subject, text, html, fromAddress: from } = email;
    return { to, from, subject, text, html };
  }
  const { text, from } = isJsonObject(sms) ? sms : {};
  return { to, from, text };
}

/** Herald derives the secret of a simulated account from its name, so that both sides know it. */
function secretOf(account: string): string {
  return `whsec_${createHash('sha256').update(`herald simulator ${account}`).digest('base64')}`;
}

function answer(status: number, body: object, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
