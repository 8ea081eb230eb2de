import { createHmac, randomBytes } from 'node:crypto';
import { toJsonObject } from '#platform/collections';
import { BadRequest, loopbackUrl } from '../server/control-input.js';
import type { CallbackPoster } from '../server/callback-poster.js';
import type { Sms } from './twilio-messages.js';

/** Delay of status callbacks after the message is accepted. */
const DELAY_MS = 100;

/**
 * Requests of Twilio to its customers: status callbacks and inbound messages. They are signed like Twilio's ("Security:
 * validating requests") and go to this machine only. Nothing is retried, as in Twilio's default settings.
 */
export class TwilioCallbacks {
  private readonly tokens = new Map<string, string>();
  /** The last account that wrote to a number: replies go to it. */
  private readonly lastAccountByNumber = new Map<string, string>();

  constructor(private readonly poster: CallbackPoster) {}

  /** The token of an account is the first one it uses: Twilio knows it, a simulator must learn it. */
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

  /** Sends status callbacks if the message asks for them. @param errorCode  reason when it was not delivered */
  sendStatus(message: Sms, errorCode?: string): void {
    this.lastAccountByNumber.set(message.to, message.account);
    const url = loopbackUrl(message.statusCallback ?? '');
    if (url === undefined) {
      return;
    }
    const status = errorCode === undefined ? 'delivered' : 'undelivered';
    const send = (messageStatus: string, code?: string): Promise<number> =>
      this.post(message.account, url, statusForm(message, messageStatus, code));
    setTimeout(() => {
      // A callback without a listener is lost.
      send('sent')
        .then(() => send(status, errorCode))
        .catch(() => undefined);
    }, DELAY_MS).unref();
  }

  /**
   * Reports the fate of a message once more, now.
   *
   * @returns the status of the response; undefined for a message that named no URL of this machine
   */
  async reportNow(message: Sms, messageStatus: string, errorCode?: string): Promise<number | undefined> {
    const url = loopbackUrl(message.statusCallback ?? '');
    return url && this.post(message.account, url, statusForm(message, messageStatus, errorCode));
  }

  /**
   * Simulates an inbound SMS: `POST /inbound-sms` with `url`, `from`, `to`, `body`, and `accountSid` if it is not the last
   * account that wrote to `from`.
   *
   * @returns the status of the response of the URL
   */
  async sendInbound(input: unknown): Promise<{ status: number }> {
    const field = (name: string): string => {
      const value: unknown = toJsonObject(input)[name];
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

  private post(account: string, url: URL, form: Record<string, string>): Promise<number> {
    return this.poster.postNow(url, {
      headers: {
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
        'x-twilio-signature': signature(this.tokens.get(account) ?? '', url.href, form),
        'user-agent': 'TwilioProxy/1.1',
      },
      body: new URLSearchParams(form).toString(),
    });
  }
}

/** HMAC-SHA1 with the token of the account over the URL and all fields, name and value, sorted by name. */
function signature(token: string, url: string, form: Record<string, string>): string {
  const names = Object.keys(form).toSorted();
  return createHmac('sha1', token)
    .update(url + names.map((name) => `${name}${form[name]}`).join(''))
    .digest('base64');
}

function statusForm({ sid, account, to, from }: Sms, status: string, errorCode?: string): Record<string, string> {
  return {
    ApiVersion: '2010-04-01',
    MessageSid: sid,
    SmsSid: sid,
    AccountSid: account,
    To: to,
    From: from,
    SmsStatus: status,
    MessageStatus: status,
    ...(errorCode !== undefined && { ErrorCode: errorCode }),
  };
}
