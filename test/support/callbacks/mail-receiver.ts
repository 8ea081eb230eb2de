import { createTransport } from 'nodemailer';
import type { Registry } from 'prom-client';
import { SuppressionService, type SuppressionReason } from '#libs/users/consent';
import { Config } from '#platform/config';
import { createRegistry } from '#platform/health';
import { createLogger } from '#platform/runtime';
import { startInboundMail } from '../../../apps/gateway/inbound-mail/start-inbound-mail.js';
import { startSending, type Sending } from '../contract/sending.js';

/** An installation that listens for returned mail of `bounces.shop.example`. */
export interface MailReceiver {
  sending: Sending;
  port: number;
  registry: Registry;
  /** Hands over one mail over SMTP, as any server would. @returns the answer to it */
  hand(to: string, raw: string | Buffer, from?: string): Promise<string>;
  /** Finds the reason why an address gets nothing more; undefined: there is none. */
  suppressed(email: string): Promise<SuppressionReason | undefined>;
  /** Lists the stored reports about a notification, the earliest first. */
  receipts(notificationKey: number): Promise<{ kind: string; code: string; raw: string }[]>;
  close(): Promise<void>;
}

export async function startMailReceiver(): Promise<MailReceiver> {
  const sending = await startSending({ INBOUND_MAIL_PORT: '0', RETURN_PATH_DOMAIN: 'bounces.shop.example' });
  const { app, appId, fresh } = sending.gateway;
  const registry = createRegistry('gateway');
  const listening = await startInboundMail(app, app.get(Config), createLogger('test', 'silent'), registry);
  if (!listening) {
    throw new Error('The listener for returned mail did not start');
  }
  const { port } = listening;
  return {
    sending,
    port,
    registry,
    hand: (to, raw, from = '') => handMail(port, to, raw, from),
    suppressed: async (email) => (await app.get(SuppressionService).findReasons(appId, 'email', [email])).get(email),
    receipts: (key) =>
      fresh.db.rows(
        `SELECT p.kind, p.code, p.raw FROM delivery.provider_receipt p JOIN delivery.dispatch d USING (dispatch_id)
          WHERE d.notification_key = $1 ORDER BY p.at, p.kind`,
        [key],
      ),
    close: async () => {
      await listening.close();
      await sending.close();
    },
  };
}

/** Hands one mail over SMTP to a port of this machine. @returns the answer to it */
export async function handMail(port: number, to: string, raw: string | Buffer, from: string): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  try {
    const { response } = await transport.sendMail({ envelope: { from, to: [to] }, raw });
    return response;
  } catch (error) {
    return error instanceof Error && 'response' in error ? String(error.response) : String(error);
  } finally {
    transport.close();
  }
}
