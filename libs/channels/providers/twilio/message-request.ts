import { parseJson, toJsonObject } from '#platform/collections';
import type { Outgoing } from '../../sender/channels.types.js';
import type { SmsPayload } from '../../sender/payload.types.js';
import type { Http1Answer, Http1Client } from '../../transport/http1-client.js';
import { parseRetryAfter } from '../../transport/retry-after.js';
import { readErrorCode, TwilioRefusedError } from './twilio-refusal.js';
import type { TwilioCredentials } from './twilio-credentials.js';

/** Twilio's bounds of a validity period, in seconds. */
const MIN_TTL_SECONDS = 5;
const MAX_TTL_SECONDS = 36_000;

/**
 * Asks Twilio to create messages (Twilio, "Messages resource"), as its library does. The library makes an object with
 * dates of each answer, and takes longer than the rest of the request.
 */
export class MessageRequest {
  private readonly path: string;
  private readonly headers: string[];
  private readonly texts = new WeakMap<SmsPayload, string>();

  /** @throws Error for a sid that Twilio gives no account */
  constructor(
    private readonly client: Http1Client,
    { accountSid, authToken }: TwilioCredentials,
  ) {
    if (!accountSid.startsWith('AC')) {
      throw new Error('An account sid starts with AC');
    }
    this.path = `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
    this.headers = [
      'authorization',
      `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      'content-type',
      'application/x-www-form-urlencoded',
      'accept',
      'application/json',
    ];
  }

  /**
   * @param mayLeave  as in `Http1Request`
   * @returns the id of the message
   * @throws TwilioRefusedError for a status other than 2xx, else the error of the connection or of an answer without an id
   */
  async create(item: Outgoing<'sms'>, from: string, mayLeave: () => boolean): Promise<string> {
    const { path, headers } = this;
    const answer = await this.client.post({ path, headers, body: this.createForm(item, from), mayLeave });
    if (answer.fault) {
      throw answer.fault;
    }
    return readSid(answer);
  }

  private createForm({ address, payload, ttlSeconds, reportUrl }: Outgoing<'sms'>, from: string): string {
    const text = this.texts.get(payload) ?? encode(payload.body);
    this.texts.set(payload, text);
    const validityPeriod = Math.min(Math.max(MIN_TTL_SECONDS, Math.trunc(ttlSeconds)), MAX_TTL_SECONDS);
    const form = `To=${encode(address)}&From=${encode(from)}&Body=${text}&ValidityPeriod=${validityPeriod}`;
    return reportUrl === undefined ? form : `${form}&StatusCallback=${encode(reportUrl)}`;
  }
}

function readSid({ status, headers, text }: Http1Answer): string {
  if (status < 200 || status >= 300) {
    throw new TwilioRefusedError(status, readErrorCode(text) ?? String(status), text, parseRetryAfter(headers));
  }
  const { sid } = toJsonObject(parseJson(text));
  if (typeof sid !== 'string') {
    throw new SyntaxError('An answer of Twilio without the id of its message');
  }
  return sid;
}

/** For a form; half a pair of surrogates, which nothing can encode, becomes a replacement character. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
