import { createHmac, randomBytes } from 'node:crypto';
import { toJsonObject } from '#platform/collections';
import { BadRequest, loopbackUrl, readTexts } from '../server/control-input.js';
import type { CallbackMessage, CallbackPoster } from '../server/callback-poster.js';
import { PersonClock } from '../server/reporter.js';
import { titleOf } from './whatsapp-errors.js';

/** People may be written to freely for this long after a message of theirs. */
const WINDOW_MS = 24 * 3600 * 1000;

/** The address for an app's events, as its owner has set it. */
interface Webhook {
  url: URL;
  appSecret: string;
}

/**
 * A person's message to a business number: by the number, the id, or both.
 *
 * @property from  digits
 */
interface WrittenMessage {
  phoneNumberId: string;
  from?: string;
  userId?: string;
  text: string;
}

/** A message that was taken, as reports name it. */
export interface ReportedMessage {
  phoneNumberId: string;
  /** Digits, or an id. */
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
  private readonly clock = new PersonClock();

  constructor(private readonly poster: CallbackPoster) {}

  /** True where a person wrote to a number within the window. */
  isWithinWindow(phoneNumberId: string, from: string): boolean {
    return (this.lastWritten.get(`${phoneNumberId} ${from}`) ?? 0) > Date.now() - WINDOW_MS;
  }

  /**
   * Sets the webhook, as the owner of an app does in its dashboard: `POST /whatsapp-webhook` with `phoneNumberId`,
   * `url`, `verifyToken` and `appSecret`. Meta asks the URL first, and takes it only with the right answer.
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
    const question = new URL(target);
    question.search = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.challenge': challenge,
      'hub.verify_token': verifyToken,
    }).toString();
    const { status, text } = await this.poster.ask(question);
    if (status !== 200 || text !== challenge) {
      const found = status === 200 ? 'another answer than the challenge' : `the status ${status}`;
      throw new BadRequest([`The callback URL or verify token couldn't be validated: ${found}`]);
    }
    this.hooks.set(phoneNumberId, { url: target, appSecret });
    return { verified: true };
  }

  /**
   * A message of a person: `POST /inbound-whatsapp` with `phoneNumberId`, `from` and `text`, and `hoursAgo` for one that
   * comes late. A person with a user name has `userId`, with `from` or without.
   *
   * @throws BadRequest
   */
  async sendInbound(input: unknown): Promise<{ id: string }> {
    const { phoneNumberId, text } = readTexts(input, ['phoneNumberId', 'text']);
    const { hoursAgo, userId } = toJsonObject(input);
    const sender = typeof userId === 'string' ? toJsonObject(input)['from'] : readTexts(input, ['from']).from;
    const written = {
      phoneNumberId,
      ...(typeof sender === 'string' && { from: sender.replace(/^\+/, '') }),
      ...(typeof userId === 'string' && { userId }),
      text,
    };
    const at = typeof hoursAgo === 'number' ? Date.now() - hoursAgo * 3600 * 1000 : this.now(written);
    const id = newMessageId();
    this.post(phoneNumberId, this.receive(written, { id, at }));
    return { id };
  }

  /**
   * A change of a person's id: `POST /whatsapp-change` with `phoneNumberId`, `previousUserId` and `userId`, and with `from`
   * and `number` where the number has changed, too.
   *
   * @throws BadRequest
   */
  async sendChange(input: unknown): Promise<{ id: string }> {
    const { phoneNumberId, previousUserId, userId } = readTexts(input, ['phoneNumberId', 'previousUserId', 'userId']);
    const { from, number } = toJsonObject(input);
    const hasNumber = typeof from === 'string' && typeof number === 'string';
    const id = newMessageId();
    this.post(phoneNumberId, {
      messages: [
        {
          ...(hasNumber && { from: from.replace(/^\+/, '') }),
          from_user_id: userId,
          id,
          timestamp: String(Math.floor(Date.now() / 1000)),
          type: 'system',
          system: {
            type: hasNumber ? 'user_changed_number' : 'user_changed_user_id',
            body: 'User Somebody changed',
            previous_user_id: previousUserId,
            user_id: userId,
            ...(hasNumber && { wa_id: number.replace(/^\+/, '') }),
          },
        },
      ],
    });
    return { id };
  }

  /** Sends such a webhook now. @returns the status of the answer; undefined: the app has no webhook */
  async answerNow(written: WrittenMessage): Promise<number | undefined> {
    const content = this.receive(written, { id: newMessageId(), at: this.now(written) });
    return this.postNow(written.phoneNumberId, content);
  }

  private now({ phoneNumberId, from, userId }: WrittenMessage): number {
    return this.clock.next(`${phoneNumberId} ${from ?? userId}`) * 1000;
  }

  /**
   * Notes that a person wrote.
   *
   * @returns the event for the app
   */
  private receive(
    { phoneNumberId, from, userId, text }: WrittenMessage,
    { id, at }: { id: string; at: number },
  ): object {
    for (const person of [from, userId]) {
      const key = `${phoneNumberId} ${person}`;
      this.lastWritten.set(key, Math.max(at, this.lastWritten.get(key) ?? 0));
    }
    const message = { id, timestamp: String(Math.floor(at / 1000)), type: 'text', text: { body: text } };
    const contact = { profile: { name: 'Somebody' } };
    return {
      contacts: [
        { ...contact, ...(from !== undefined && { wa_id: from }), ...(userId !== undefined && { user_id: userId }) },
      ],
      messages: [
        { ...(from !== undefined && { from }), ...(userId !== undefined && { from_user_id: userId }), ...message },
      ],
    };
  }

  /** Reports a message: delivered before sent, and sent twice, as Meta may. @param failure  a code; absent: it arrives */
  report(message: ReportedMessage, failure: string | undefined, isRead: boolean): void {
    const kinds =
      failure === undefined ? ['delivered', 'sent', 'sent', ...(isRead ? ['read'] : [])] : ['sent', 'failed'];
    for (const status of kinds) {
      this.post(message.phoneNumberId, toStatus(message, status, failure));
    }
  }

  /**
   * Reports one event of a message, now.
   *
   * @param kind  `delivered`, `read` or `undelivered`, which has the code `failure`
   * @returns the status of the answer; undefined: the app has no webhook
   */
  async reportNow(message: ReportedMessage, kind: string, failure: string): Promise<number | undefined> {
    const content = kind === 'undelivered' ? toStatus(message, 'failed', failure) : toStatus(message, kind);
    return this.postNow(message.phoneNumberId, content);
  }

  clear(): void {
    this.hooks.clear();
    this.lastWritten.clear();
  }

  private post(phoneNumberId: string, content: object): void {
    const hook = this.hooks.get(phoneNumberId);
    this.poster.postLater(hook?.url, () => this.compose(phoneNumberId, hook?.appSecret ?? '', content));
  }

  private async postNow(phoneNumberId: string, content: object): Promise<number | undefined> {
    const hook = this.hooks.get(phoneNumberId);
    return hook && this.poster.postNow(hook.url, this.compose(phoneNumberId, hook.appSecret, content));
  }

  private compose(phoneNumberId: string, appSecret: string, content: object): CallbackMessage {
    const value = {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '15550000000', phone_number_id: phoneNumberId },
      ...content,
    };
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: 'simulated', changes: [{ field: 'messages', value }] }],
    });
    return {
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`,
      },
      body,
    };
  }
}

/** Tests if a recipient is an id and no number. */
export function isUserId(to: string): boolean {
  return /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/.test(to);
}

export function newMessageId(): string {
  return `wamid.${randomBytes(16).toString('base64url')}`;
}

function toStatus({ id, to, data }: ReportedMessage, status: string, failure?: string): object {
  const title = titleOf(failure ?? '');
  return {
    statuses: [
      {
        id,
        status,
        timestamp: String(Math.floor(Date.now() / 1000)),
        ...(isUserId(to) ? { recipient_user_id: to } : { recipient_id: to }),
        ...(data !== undefined && { biz_opaque_callback_data: data }),
        ...(status === 'failed' && { errors: [{ code: Number(failure), title, message: title }] }),
      },
    ],
  };
}
