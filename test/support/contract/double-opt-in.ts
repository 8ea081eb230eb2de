import { ConfirmationSendService } from '#libs/notifications';
import { ApplyService } from '#libs/tenancy';
import { SubscriptionService } from '#libs/users/preferences';
import type { Database } from '#platform/db';
import type { ClockService } from '#platform/runtime';
import type { Answer } from './gateway.js';
import { startSending, type Sending } from './sending.js';

/** The public address that links have. Tests follow them at the gateway itself. */
const PUBLIC_URL = 'https://links.example';

/** Topics that ask for a confirmation, beside one that does not. */
export const TOPICS = ['news', 'offers', 'plain', 'hidden'] as const;

export interface DoubleOptIn {
  sending: Sending;
  db: Database;
  /** Posts a form as JSON. */
  subscribe(form: object): Promise<Answer>;
  /** Reads stored forms, and stores the confirmations that are due. @returns confirmations */
  ask(): Promise<number>;
  /** Confirmations that left since the last call, by address. */
  mails(): Promise<{ address: string; messageId: string; subject: string; html: string; link: string }[]>;
  /** Opens a link, as a browser or scanner does. */
  open(link: string): Promise<Answer>;
  /** Presses the button of its page. */
  press(link: string): Promise<Answer>;
  close(): Promise<void>;
}

/** An application with topics, and everything that sends to people. */
export async function startDoubleOptIn(openClock?: (db: Database) => Promise<ClockService>): Promise<DoubleOptIn> {
  const sending = await startSending({ PUBLIC_URL }, openClock);
  const { app, fresh, appId } = sending.gateway;
  const categories = TOPICS.map((name) => ({ name }));
  await app.get(ApplyService).apply({ app: 'shop', categories }, { dryRun: false });
  await fresh.db.affected(
    `UPDATE users.category SET title = CASE name WHEN 'hidden' THEN NULL ELSE jsonb_build_object('en', 'The ' || name) END,
       default_on = name IN ('plain', 'hidden'), double_opt_in = name NOT IN ('plain', 'hidden') WHERE app_id = $1`,
    [appId],
  );
  const follow = (link: string, method: string): Promise<Answer> =>
    sending.gateway.call(link.slice(PUBLIC_URL.length), { key: null, method });
  return {
    sending,
    db: fresh.db,
    subscribe: (form) => sending.gateway.call('/p/subscribe', { key: null, body: form }),
    async ask() {
      await app.get(SubscriptionService).takeDue();
      const asked = await app.get(ConfirmationSendService).sendDue();
      await sending.drain();
      return asked;
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
    open: (link) => follow(link, 'GET'),
    press: (link) => follow(link, 'POST'),
    close: () => sending.close(),
  };
}
