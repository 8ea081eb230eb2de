import { createHmac, randomBytes } from 'node:crypto';
import { Agent, fetch } from 'undici';
import { BadRequest } from '../server/bad-request.js';
import { isObject } from '../server/jwt.js';
import { loopbackUrl } from '../server/loopback-url.js';
import type { Sms } from './twilio-messages.js';

/** So long after the message was taken its fate is told. */
const DELAY_MS = 100;
const TIMEOUT_MS = 5000;

/**
 * Twilio's requests to its customers: what became of a message, and what somebody answered. Signed as Twilio signs them
 * ("Security: validating requests"), and sent to this machine only. Nothing is repeated, as with Twilio's own settings.
 */
export class TwilioCallbacks {
  /** Of this machine, whatever authority vouches for it. */
  private readonly agent = new Agent({ connect: { rejectUnauthorized: false }, connections: 20 });
  private readonly tokens = new Map<string, string>();
  /** Who wrote to a number last: whose message somebody answers. */
  private readonly lastAccountByNumber = new Map<string, string>();

  /** An account's token is the one that it first came with: Twilio knows it, a simulator has to learn it. */
  acceptsToken(account: string, token: string): boolean {
    const storedToken = this.tokens.get(account);
    if (storedToken === undefined && token !== '') {
      this.tokens.set(account, token);
    }
    return token !== '' && (storedToken ?? token) === token;
  }

  clear(): void {
    this.tokens.clear();
    this.lastAccountByNumber.clear();
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  /** Tells what became of a message where its sender asked for that. @param errorCode  it was not delivered, for this reason */
  sendStatus(message: Sms, errorCode?: string): void {
    this.lastAccountByNumber.set(message.to, message.account);
    const url = loopbackUrl(message.statusCallback ?? '');
    if (url === undefined) {
      return;
    }
    const status = errorCode === undefined ? 'delivered' : 'undelivered';
    const send = (messageStatus: string, more: Record<string, string> = {}): Promise<number> =>
      this.post(message.account, url, {
        ...commonFields(message),
        SmsStatus: messageStatus,
        MessageStatus: messageStatus,
        ...more,
      });
    setTimeout(() => {
      // Whoever does not listen hears nothing.
      send('sent')
        .then(() => send(status, errorCode === undefined ? {} : { ErrorCode: errorCode }))
        .catch(() => undefined);
    }, DELAY_MS).unref();
  }

  /**
   * Plays an SMS that somebody sends: `POST /inbound-sms` with `url`, `from`, `to`, `body`, and `accountSid` where it is not
   * the account that wrote to `from` last.
   *
   * @returns the status that the URL answered with
   */
  async sendInbound(body: unknown): Promise<{ status: number }> {
    const field = (name: string): string => {
      const value: unknown = isObject(body) ? body[name] : undefined;
      return typeof value === 'string' ? value : '';
    };
    const url = loopbackUrl(field('url'));
    const [only, ...otherAccounts] = this.tokens.keys();
    const account =
      field('accountSid') ||
      this.lastAccountByNumber.get(field('from')) ||
      (otherAccounts.length === 0 ? (only ?? '') : '');
    const faults = [
      ...(url === undefined ? ['url must be an http or https URL of this machine'] : []),
      ...['from', 'to', 'body'].filter((name) => field(name) === '').map((name) => `${name} is required`),
      ...(this.tokens.has(account) ? [] : ['accountSid must name an account that has sent a message']),
    ];
    if (url === undefined || faults.length > 0) {
      throw new BadRequest(faults);
    }
    const sid = `SM${randomBytes(16).toString('hex')}`;
    const form = {
      ToCountry: '',
      SmsMessageSid: sid,
      NumMedia: '0',
      SmsSid: sid,
      SmsStatus: 'received',
      Body: field('body'),
      To: field('to'),
      NumSegments: '1',
      MessageSid: sid,
      AccountSid: account,
      From: field('from'),
      ApiVersion: '2010-04-01',
    };
    return { status: await this.post(account, url, form) };
  }

  private async post(account: string, url: URL, form: Record<string, string>): Promise<number> {
    const { status, body } = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
        'x-twilio-signature': signature(this.tokens.get(account) ?? '', url.href, form),
        'user-agent': 'TwilioProxy/1.1',
      },
      body: new URLSearchParams(form).toString(),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      dispatcher: this.agent,
    });
    await body?.cancel();
    return status;
  }
}

/** HMAC-SHA1 under the account's token over the URL and every field, name and value, in the order of names. */
function signature(token: string, url: string, form: Record<string, string>): string {
  const names = Object.keys(form).toSorted();
  return createHmac('sha1', token)
    .update(url + names.map((name) => `${name}${form[name]}`).join(''))
    .digest('base64');
}

function commonFields({ sid, account, to, from }: Sms): Record<string, string> {
  return { ApiVersion: '2010-04-01', MessageSid: sid, SmsSid: sid, AccountSid: account, To: to, From: from };
}
