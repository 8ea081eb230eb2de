import { chatIdIn } from '#libs/channels/definitions';
import { checkByRequest } from '../../provider/check-by-request.js';
import { PostSender } from '../../provider/post.sender.js';
import type { Provider } from '../../provider/provider.types.js';
import { TELEGRAM_ANSWERS } from './telegram-answers.js';
import { TELEGRAM_CALLBACKS } from './telegram-callbacks.js';
import { botIdOf, TELEGRAM_FORM, type TelegramCredentials } from './telegram-credentials.js';
import { TELEGRAM_FAULTS } from './telegram-faults.js';
import { pathOf, TELEGRAM_PROTOCOL } from './telegram-protocol.js';

/** Messages of a bot on Telegram. It takes a repeat as another message and lists none, so a doubt stays one. */
export const TELEGRAM: Provider<'chat', TelegramCredentials> = {
  name: 'telegram',
  label: 'Telegram',
  channels: ['chat'],
  credentials: TELEGRAM_FORM,
  answers: TELEGRAM_ANSWERS,
  faults: TELEGRAM_FAULTS,
  simulator: 'telegram',
  callbacks: TELEGRAM_CALLBACKS,
  createSender: ({ http1 }) => new PostSender(TELEGRAM_PROTOCOL, http1),
  doubt: () => 'give-up',
  check: (account) =>
    checkByRequest(account, {
      name: `bot ${botIdOf(account.credentials)}`,
      protocol: TELEGRAM_PROTOCOL,
      request: {
        method: 'GET',
        path: pathOf(account.credentials.botToken, 'getMe'),
        headers: { accept: 'application/json' },
      },
      judge: (status) =>
        status === 200 ? undefined : { code: String(status), why: TELEGRAM_ANSWERS.classify(status).reason },
    }),
  simulatedSender: botIdOf,
  reaches: (address) => chatIdIn('telegram', address) !== undefined,
};
