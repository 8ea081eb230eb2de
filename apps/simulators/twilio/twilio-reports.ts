import { toJsonObject } from '#platform/collections';
import type { AskedReport, Reporter } from '../server/reporter.js';
import { loopbackUrl } from '../server/control-input.js';
import type { Delivery } from '../server/delivery-log.js';
import type { TwilioCallbacks } from './twilio-callbacks.js';
import type { Sms, TwilioMessages } from './twilio-messages.js';

/** Twilio's code of a phone that could not be reached. */
const UNREACHABLE = '30003';

/** Status callbacks go to the address that a message named, answers of people to that of their number. */
export class TwilioReports implements Reporter {
  constructor(
    private readonly callbacks: TwilioCallbacks,
    private readonly messages: TwilioMessages,
  ) {}

  kindsOf(): readonly string[] {
    return ['delivered', 'undelivered', 'answered'];
  }

  async report(delivery: Delivery, { kind, url, text }: AskedReport): Promise<string | undefined> {
    if (kind === 'answered') {
      return this.answer(delivery, url, text);
    }
    const message = this.findSms(delivery);
    const code = kind === 'undelivered' ? UNREACHABLE : undefined;
    const status = message && (await this.callbacks.reportNow(message, kind, code));
    return status === undefined ? undefined : String(status);
  }

  private async answer({ payload, sender }: Delivery, url: string, text: string): Promise<string | undefined> {
    const { To: from, From: to } = toJsonObject(payload);
    if (loopbackUrl(url) === undefined) {
      return undefined;
    }
    const { status } = await this.callbacks.sendInbound({ url, from, to, body: text, accountSid: sender });
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
