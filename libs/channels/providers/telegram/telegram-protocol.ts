import { parseJson, toJsonObject } from '#platform/collections';
import { chatIdIn, toChatAddress } from '#libs/channels/definitions';
import type { PostAnswer, PostProtocol } from '../../provider/post-protocol.types.js';
import { TELEGRAM_ANSWERS } from './telegram-answers.js';
import type { TelegramCredentials } from './telegram-credentials.js';

const KNOWN_DESCRIPTIONS = new Set(TELEGRAM_ANSWERS.rows.flatMap(({ codes = [] }) => codes));
/** A delay of hours is looked at again after an hour. */
const MAX_DELAY_MS = 3_600_000;

/**
 * `POST /botTOKEN/sendMessage` (core.telegram.org/bots/api#sendmessage). The token stands in the path, so nothing may
 * ever tell a path. The API has no key against repeats and lists no messages.
 *
 * The text has no `parse_mode`: Telegram reads no markup in it, so no value can become some. It links addresses, names and
 * commands by itself. There is no preview, because Telegram's servers would open the link of each person for it.
 */
export const TELEGRAM_PROTOCOL: PostProtocol<'chat', TelegramCredentials> = {
  answers: TELEGRAM_ANSWERS,
  origin: () => 'https://api.telegram.org',
  secrets: ({ botToken, webhookSecret }) => [botToken, webhookSecret],
  nameOf: (address) => chatIdIn('telegram', address) ?? address,

  write({ credentials: { botToken } }, { address, payload }) {
    const id = chatIdIn('telegram', address);
    if (id === undefined) {
      return { kind: 'failed', code: 'NO_ACCOUNT', reason: 'CONFIGURATION' };
    }
    return {
      path: pathOf(botToken, 'sendMessage'),
      headers: ['content-type', 'application/json', 'accept', 'application/json'],
      body: JSON.stringify({
        chat_id: id,
        text: payload.text,
        link_preview_options: { is_disabled: true },
      }).toWellFormed(),
    };
  },

  /**
   * 5xx leaves a doubt: the server answers so when it closes while Telegram has the message ("restart", "Request aborted"),
   * when the message was sent and then deleted, and where its gateway heard nothing.
   */
  read({ status, text }): PostAnswer {
    const { ok, result, description, parameters } = toJsonObject(parseJson(text));
    if (status >= 500) {
      throw Object.assign(new Error(`Telegram answered ${status}`), { code: String(status) });
    }
    if (status < 300) {
      const { message_id: id } = toJsonObject(result);
      if (ok !== true || typeof id !== 'number') {
        throw new SyntaxError('An answer of the Bot API without the id of a message');
      }
      return { kind: 'taken', providerId: String(id) };
    }
    const words = typeof description === 'string' ? description : '';
    const code = words.replace(/^(Forbidden|Bad Request): /, '');
    const { migrate_to_chat_id: movedTo, retry_after: seconds } = toJsonObject(parameters);
    return {
      kind: 'refused',
      codes: KNOWN_DESCRIPTIONS.has(code) ? [code] : [],
      words,
      ...(typeof seconds === 'number' && seconds > 0 && { afterMs: Math.min(seconds * 1000, MAX_DELAY_MS) }),
      ...(Number.isSafeInteger(movedTo) && {
        movedTo: toChatAddress({ messenger: 'telegram', id: String(movedTo) }),
      }),
    };
  },
};

export function pathOf(botToken: string, method: 'sendMessage' | 'getMe'): string {
  return `/bot${botToken}/${method}`;
}
