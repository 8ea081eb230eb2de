import { createHmac, randomBytes } from 'node:crypto';
import { toJsonObject } from '#platform/collections';
import { BadRequest, loopbackUrl, readTexts } from '../server/control-input.js';
import type { CallbackPoster } from '../server/callback-poster.js';
import { titleOf } from './whatsapp-errors.js';

/** People may be written to freely for this long after a message of theirs. */
const WINDOW_MS = 24 * 3600 * 1000;

/** Where an app gets its events, as its owner has set it. */
interface Webhook {
  url: string;
  appSecret: string;
}

/** A message that was taken, as reports name it. */
export interface ReportedMessage {
  phoneNumberId: string;
  /** Digits. */
  to: string;
  id: string;
  data?: string;
}

/**
 * Webhooks of the app of a business number (Meta, "Webhooks"): verified by a question, signed with the app's secret over
 * the body. Reports of one message may come in any order, and twice.
 */
export class WhatsAppWebhooks {
  private readonly hooks = new Map<string, Webhook>();
  private readonly lastWritten = new Map<string, number>();

  constructor(private readonly poster: CallbackPoster) {}

  /** Whether a person wrote to a number within the window. */
  isWithinWindow(phoneNumberId: string, from: string): boolean {
    return (this.lastWritten.get(`${phoneNumberId} ${from}`) ?? 0) > Date.now() - WINDOW_MS;
  }

  /**
   * What the owner of an app does in its dashboard: `POST /whatsapp-webhook` with `phoneNumberId`, `url`, `verifyToken`
   * and `appSecret`. Meta asks the URL first, and takes it only with the right answer.
   *
   * @throws BadRequest
   */
  async register(input: unknown): Promise<{ verified: true }> {
    const { phoneNumberId, url, verifyToken, appSecret } = readTexts(input, [
      'phoneNumberId',
      'url',
      'verifyToken',
      'appSecret',
    ]);
    const target = loopbackUrl(url);
    if (target === undefined) {
      throw new BadRequest(['url must be an http or https URL of this machine']);
    }
    const challenge = randomBytes(8).toString('hex');
    target.search = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.challenge': challenge,
      'hub.verify_token': verifyToken,
    }).toString();
    const { status, text } = await this.poster.ask(target);
    if (status !== 200 || text !== challenge) {
      const found = status === 200 ? 'another answer than the challenge' : `the status ${status}`;
      throw new BadRequest([`The callback URL or verify token couldn't be validated: ${found}`]);
    }
    this.hooks.set(phoneNumberId, { url, appSecret });
    return { verified: true };
  }

  /**
   * A message of a person: `POST /inbound-whatsapp` with `phoneNumberId`, `from` and `text`, and `hoursAgo` for one that
   * comes late.
   *
   * @throws BadRequest
   */
  async sendInbound(input: unknown): Promise<{ id: string }> {
    const { phoneNumberId, from, text } = readTexts(input, ['phoneNumberId', 'from', 'text']);
    const { hoursAgo } = toJsonObject(input);
    const at = Date.now() - (typeof hoursAgo === 'number' ? hoursAgo : 0) * 3600 * 1000;
    const person = from.replace(/^\+/, '');
    const key = `${phoneNumberId} ${person}`;
    this.lastWritten.set(key, Math.max(at, this.lastWritten.get(key) ?? 0));
    const id = `wamid.${randomBytes(16).toString('base64url')}`;
    this.post(phoneNumberId, {
      contacts: [{ profile: { name: 'Somebody' }, wa_id: person }],
      messages: [{ from: person, id, timestamp: String(Math.floor(at / 1000)), type: 'text', text: { body: text } }],
    });
    return { id };
  }

  /** Reports a message: delivered before sent, and sent twice, as Meta may. @param failure  a code; absent: it arrives */
  report(message: ReportedMessage, failure: string | undefined, isRead: boolean): void {
    const kinds =
      failure === undefined ? ['delivered', 'sent', 'sent', ...(isRead ? ['read'] : [])] : ['sent', 'failed'];
    for (const status of kinds) {
      this.post(message.phoneNumberId, {
        statuses: [
          {
            id: message.id,
            status,
            timestamp: String(Math.floor(Date.now() / 1000)),
            recipient_id: message.to,
            ...(message.data !== undefined && { biz_opaque_callback_data: message.data }),
            ...(status === 'failed' &&
              failure !== undefined && {
                errors: [{ code: Number(failure), title: titleOf(failure), message: titleOf(failure) }],
              }),
          },
        ],
      });
    }
  }

  clear(): void {
    this.hooks.clear();
    this.lastWritten.clear();
  }

  private post(phoneNumberId: string, content: object): void {
    const hook = this.hooks.get(phoneNumberId);
    if (hook === undefined) {
      return;
    }
    const value = {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '15550000000', phone_number_id: phoneNumberId },
      ...content,
    };
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: 'simulated', changes: [{ field: 'messages', value }] }],
    });
    this.poster.postLater(hook.url, () => ({
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': `sha256=${createHmac('sha256', hook.appSecret).update(body).digest('hex')}`,
      },
      body,
    }));
  }
}
