import { ConfirmationSendService, StrangerMailService } from '#libs/notifications';
import { ApplyService } from '#libs/tenancy';
import { OptInAddressService, SubscriptionService } from '#libs/users/preferences';
import type { Database } from '#platform/db';
import { ClockService } from '#platform/runtime';
import type { Answer } from '../contract/gateway.js';
import { startSending, type Sending } from '../contract/sending.js';

/** The public address that links have. Tests follow them at the gateway itself. */
const PUBLIC_URL = 'https://links.example';

export interface DoubleOptIn {
  sending: Sending;
  db: Database;
  /** Posts a form as JSON. */
  subscribe(form: object): Promise<Answer>;
  /** Reads stored forms, and stores the confirmations that are due. @returns confirmations */
  ask(): Promise<number>;
  /** Confirmations that left since the last call, by address. */
  mails(): Promise<{ address: string; messageId: string; subject: string; html: string; link: string }[]>;
  /** Says with a server's key that a user wants a topic, or not. */
  prefer(extId: string, category: string, enable: boolean, channel?: string): Promise<void>;
  /** States of a user's topics by e-mail, and the present field beside them. */
  states(extId: string): Promise<{ states: Record<string, string>; categoryPreferences: Record<string, boolean> }>;
  /** Opens a link, as a browser or scanner does. */
  open(link: string): Promise<Answer>;
  /** Presses the button of its page. */
  press(link: string): Promise<Answer>;
  close(): Promise<void>;
}

/** An application with two topics that ask for a confirmation and two that do not, and everything that sends to people. */
export async function startDoubleOptIn(
  openClock?: (db: Database) => Promise<ClockService>,
  env: Record<string, string> = {},
): Promise<DoubleOptIn> {
  const sending = await startSending({ PUBLIC_URL, ...env }, openClock);
  const { app, fresh } = sending.gateway;
  const categories = [
    { name: 'news', title: { en: 'The news', de: 'Die Neuigkeiten' }, doubleOptIn: true },
    { name: 'offers', title: { en: 'The offers' }, doubleOptIn: true, channels: ['EMAIL', 'SMS'] },
    { name: 'plain', title: { en: 'The plain one' } },
    { name: 'hidden' },
  ];
  await app
    .get(ApplyService)
    .apply({ app: 'shop', categories, settings: { permanentDeletion: true } }, { dryRun: false });
  const follow = (link: string, method: string): Promise<Answer> =>
    sending.gateway.call(link.slice(PUBLIC_URL.length), { key: null, method });
  return {
    sending,
    db: fresh.db,
    subscribe: (form) => sending.gateway.call('/p/subscribe', { key: null, body: form }),
    async ask() {
      await app.get(SubscriptionService).takeDue();
      await app.get(OptInAddressService).findDue();
      const strangers = await app.get(StrangerMailService).askDue();
      const users = await app.get(ConfirmationSendService).sendDue();
      await sending.drain();
      return strangers + users;
    },
    async mails() {
      const mails = await sending.simulators.mails();
      await sending.simulators.clear();
      return mails.flatMap(({ token, messageId, payload }) => {
        const html = payload.html ?? '';
        const [link = ''] = /https:\/\/links\.example\/p\/confirm\/[\w.-]+/.exec(html) ?? [];
        return [{ address: token, messageId, subject: String(payload['subject']), html, link }];
      });
    },
    prefer: async (extId, category, enable, channel = 'EMAIL') =>
      sending.post<void>('setCategoryPreferences', [{ extId, category, enable, channel }]),
    states: async (extId) =>
      (await sending.gateway.call(`/rest/3.0/getCategoryPreferences?extId=${extId}&channel=EMAIL`, { method: 'GET' }))
        .json as { states: Record<string, string>; categoryPreferences: Record<string, boolean> },
    open: (link) => follow(link, 'GET'),
    press: (link) => follow(link, 'POST'),
    close: () => sending.close(),
  };
}

/** A clock that a test sets forward. */
export class LateClock extends ClockService {
  lateMs = 0;

  override now(): Date {
    return new Date(Date.now() + this.lateMs);
  }
}
