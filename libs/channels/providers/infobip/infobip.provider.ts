import type { CheckStep } from '../../provider/account-check.types.js';
import { checkByRequest } from '../../provider/check-by-request.js';
import { PostSender } from '../../provider/post.sender.js';
import type { Provider } from '../../provider/provider.types.js';
import type { Account, AccountFault } from '../../sender/channels.types.js';
import { INFOBIP_ANSWERS } from './infobip-answers.js';
import { INFOBIP_CALLBACKS } from './infobip-callbacks.js';
import { INFOBIP_FORM, simulatedName, type InfobipCredentials } from './infobip-credentials.js';
import { INFOBIP_FAULTS } from './infobip-faults.js';
import { INFOBIP_PATH, INFOBIP_PROTOCOL, infobipHeaders } from './infobip-protocol.js';

/** Text messages through Infobip's SMS API. */
export const INFOBIP: Provider<'sms', InfobipCredentials> = {
  name: 'infobip',
  label: 'Infobip',
  channels: ['sms'],
  credentials: INFOBIP_FORM,
  answers: INFOBIP_ANSWERS,
  faults: INFOBIP_FAULTS,
  simulator: 'infobip',
  callbacks: INFOBIP_CALLBACKS,
  createSender: ({ http1 }) => new PostSender(INFOBIP_PROTOCOL, http1),
  // The status REJECTED_DUPLICATE_MESSAGE_ID exists, but nothing says how long and how surely an id is known. The logs of
  // messages need another scope, and nothing says when a message stands in them.
  doubt: () => 'give-up',
  check: tryAccount,
  simulatedSender: simulatedName,
  senders: ({ senders }) => senders,
};

/**
 * Two questions that send nothing. The balance shows a wrong key (401); it needs a scope that a key for messages may lack
 * (403). A request without a message shows if the key may send: such a request is malformed (400).
 */
async function tryAccount(account: Account<'sms', InfobipCredentials>): Promise<CheckStep[]> {
  const headers = infobipHeaders(account.credentials);
  const ask = { protocol: INFOBIP_PROTOCOL };
  const balance = await checkByRequest(account, {
    ...ask,
    name: 'log-in',
    request: { method: 'GET', path: '/account/1/balance', headers },
    judge: (status) => judge(status, [200, 403]),
  });
  if (balance.some(({ fault }) => fault)) {
    return balance;
  }
  const permission = await checkByRequest(account, {
    ...ask,
    name: 'permission to send',
    request: { method: 'POST', path: INFOBIP_PATH, headers, body: JSON.stringify({ messages: [] }) },
    judge: (status) => judge(status, [200, 400]),
  });
  return [...balance, ...permission];
}

function judge(status: number, good: readonly number[]): Pick<AccountFault, 'code' | 'why'> | undefined {
  return good.includes(status) ? undefined : { code: String(status), why: INFOBIP_ANSWERS.classify(status).reason };
}
