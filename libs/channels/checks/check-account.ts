import type { Account, Channel } from '../sender/channels.types.js';
import type { AccountCheck, CheckStep } from './account-check.types.js';
import { checkApns } from './check-apns.js';
import { checkFcm } from './check-fcm.js';
import { checkSms } from './check-sms.js';
import { checkSmtp } from './check-smtp.js';
import { checkWebPush } from './check-web-push.js';

const CHECKS: { readonly [C in Channel]: AccountCheck<C> } = {
  apns: checkApns,
  fcm: checkFcm,
  webpush: checkWebPush,
  smtp: checkSmtp,
  sms: checkSms,
};

/** Tries the credentials of an account without a message to anybody, over connections of its own, within 20 s. */
export async function checkAccount<C extends Channel>(account: Account<C>): Promise<CheckStep[]> {
  return CHECKS[account.channel](account);
}
