import type { AskedReport, Reporter } from '../server/reporter.js';
import type { Delivery } from '../server/delivery-log.js';
import { returnMail } from './bounces.js';

const RETURNS = { delayed: 'delayed', bounced: 'failed', complained: 'complaint' } as const;

/** Returns of a mail that a relay took: mails to its envelope sender. */
export const MAIL_REPORTS: Reporter = {
  kindsOf: () => Object.keys(RETURNS),

  async report(delivery: Delivery, { kind, port }: AskedReport): Promise<string | undefined> {
    if (port === 0) {
      return undefined;
    }
    const { code, text } = await returnMail(delivery, { port, kind: RETURNS[kind as keyof typeof RETURNS] });
    return `${code} ${text}`;
  },
};
