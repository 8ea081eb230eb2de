import { toJsonObject } from '#platform/collections';
import type { CallbackPoster } from '../server/callback-poster.js';
import { BadRequest, loopbackUrl } from '../server/control-input.js';
import { senderKey, type Delivery, type DeliveryLog } from '../server/delivery-log.js';
import { returnMail } from '../smtp/bounces.js';
import type { TwilioCallbacks } from '../twilio/twilio-callbacks.js';
import type { Sms, TwilioMessages } from '../twilio/twilio-messages.js';

/** Twilio's code of a phone that could not be reached. */
const UNREACHABLE = '30003';
/** Pictures that a mail program loads when a mail is opened. */
const MAX_PICTURES = 20;
const MAIL_RETURNS = { bounced: 'failed', delayed: 'delayed', complained: 'complaint' } as const;

/**
 * What somebody asks a simulator to report about a delivery of its log.
 *
 * @property kind  a mail is `bounced`, `delayed`, `complained` of, `opened` or `clicked`; a text message is `delivered`,
 *   `undelivered` or `answered`
 * @property port  of the server for returned mail, on this machine
 * @property url   for answers to text messages, of this machine
 * @property text  of the answer
 */
interface Asked {
  kind: string;
  port: number;
  url: string;
  text: string;
}

/** What came of a report. `found`: there is such a delivery. `answer`: of who got the report; null: it had no place to go. */
interface Reported {
  found: boolean;
  answer: string | null;
}

/** Reports of single deliveries, as their provider or their receiver makes them. They go to this machine only. */
export class DeliveryReports {
  constructor(
    private readonly log: DeliveryLog,
    private readonly callbacks: TwilioCallbacks,
    private readonly messages: TwilioMessages,
    private readonly poster: CallbackPoster,
  ) {}

  /**
   * `POST /reports`: `seq` of the delivery and its `kind`; `senders` restricts it to those of some accounts.
   *
   * @throws BadRequest for a kind that the channel of the delivery does not know
   */
  async send(input: unknown): Promise<Reported> {
    const { seq, senders, kind, port, url, text } = toJsonObject(input);
    if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || typeof kind !== 'string') {
      throw new BadRequest(['seq must be a number, and kind a text']);
    }
    const delivery = await this.find(seq, senders);
    if (!delivery) {
      return { found: false, answer: null };
    }
    const asked = {
      kind,
      port: typeof port === 'number' ? port : 0,
      url: typeof url === 'string' ? url : '',
      text: typeof text === 'string' ? text : '',
    };
    return { found: true, answer: await this.report(delivery, asked) };
  }

  private async find(seq: number, senders: unknown): Promise<Delivery | undefined> {
    const allowed = Array.isArray(senders) ? new Set(senders.map(String)) : undefined;
    const { deliveries } = await this.log.page({ after: seq - 1, limit: 1 });
    const [delivery] = deliveries.filter((found) => found.seq === seq);
    return delivery && (allowed === undefined || allowed.has(senderKey(delivery))) ? delivery : undefined;
  }

  private async report(delivery: Delivery, asked: Asked): Promise<string | null> {
    const { provider } = delivery;
    if (provider === 'smtp' && asked.kind in MAIL_RETURNS) {
      const kind = MAIL_RETURNS[asked.kind as keyof typeof MAIL_RETURNS];
      const { code, text } = await returnMail(delivery, { port: asked.port, kind });
      return `${code} ${text}`;
    }
    if (provider === 'smtp' && (asked.kind === 'opened' || asked.kind === 'clicked')) {
      return this.readMail(delivery, asked.kind);
    }
    if (provider === 'sms' && (asked.kind === 'delivered' || asked.kind === 'undelivered')) {
      const message = this.findSms(delivery);
      const code = asked.kind === 'undelivered' ? UNREACHABLE : undefined;
      const status = message && (await this.callbacks.reportNow(message, asked.kind, code));
      return status === undefined ? null : String(status);
    }
    if (provider === 'sms' && asked.kind === 'answered') {
      return this.answerSms(delivery, asked);
    }
    throw new BadRequest([`kind ${asked.kind} is none of ${provider}`]);
  }

  /** Loads the pictures of a mail, or follows its first link, as a mail program does. Nothing but this machine is asked. */
  private async readMail({ payload }: Delivery, kind: 'opened' | 'clicked'): Promise<string | null> {
    const { html } = toJsonObject(payload);
    const attribute = kind === 'opened' ? /<img\b[^>]*?\bsrc\s*=\s*"([^"]+)"/gi : /<a\b[^>]*?\bhref\s*=\s*"([^"]+)"/gi;
    const urls = [...(typeof html === 'string' ? html : '').matchAll(attribute)].flatMap(
      ([, text = '']) => loopbackUrl(text.replaceAll('&amp;', '&')) ?? [],
    );
    const statuses: number[] = [];
    for (const url of urls.slice(0, kind === 'opened' ? MAX_PICTURES : 1)) {
      statuses.push((await this.poster.ask(url)).status);
    }
    return statuses.length === 0 ? null : statuses.join(' ');
  }

  private async answerSms(delivery: Delivery, { url, text }: Asked): Promise<string | null> {
    const { To: from, From: to } = toJsonObject(delivery.payload);
    if (loopbackUrl(url) === undefined) {
      return null;
    }
    const { status } = await this.callbacks.sendInbound({ url, from, to, body: text, accountSid: delivery.sender });
    return String(status);
  }

  private findSms({ payload, sender }: Delivery): Sms | undefined {
    const { To: to, From, MessagingServiceSid, Body: body } = toJsonObject(payload);
    const from = From ?? MessagingServiceSid;
    return typeof to === 'string' && typeof from === 'string' && typeof body === 'string'
      ? this.messages.findNewest(sender, { to, from, body })
      : undefined;
  }
}
