import { parseJson, toJsonObject } from '#platform/collections';
import { parseChatAddress, toChatAddress } from '#libs/channels/definitions';
import { isEqualSecret } from '../../provider/equal-secret.js';
import { readTime } from '../../provider/reported-time.js';
import type { CallbackContent, InboundMessage, ProviderCallbacks } from '../../provider/callback.types.js';
import type { TelegramCredentials } from './telegram-credentials.js';

type Fields = Readonly<Record<string, unknown>>;

/** States of the bot in a chat after which it may not write there (Telegram, "ChatMember"). */
const ENDED: ReadonlySet<unknown> = new Set(['kicked', 'left']);

/**
 * Updates of a bot (core.telegram.org/bots/api#update). Telegram signs nothing: an update is believed with the word that
 * `setWebhook` was given. There are no reports of what arrived.
 */
export const TELEGRAM_CALLBACKS: ProviderCallbacks<TelegramCredentials> = {
  subscribe: ({ botToken, webhookSecret }, url) => ['/telegram-webhook', { botToken, webhookSecret, url }],

  read({ webhookSecret }, { headers, body }): CallbackContent | undefined {
    if (!isEqualSecret(headers['x-telegram-bot-api-secret-token'], webhookSecret)) {
      return undefined;
    }
    const { update_id: update, message, my_chat_member: membership } = toJsonObject(parseJson(body.toString('utf8')));
    const id = Number.isSafeInteger(update) ? { id: String(update) } : {};
    const inbound = [...readMessage(toJsonObject(message)), ...readMembership(toJsonObject(membership))];
    return { reports: [], inbound: inbound.map((written) => ({ ...written, ...id })) };
  },
};

/**
 * `/start` and `/stop` in any chat, with the name of the bot behind them in groups. Of other texts only those of a person in
 * the chat with the bot count: a word of someone in a group is no wish of the group.
 */
function readMessage({ chat, text, date }: Fields): InboundMessage[] {
  const { type } = toJsonObject(chat);
  const words = typeof text === 'string' ? text : '';
  const [, command = ''] = /^\/(start|stop)(?:@\w+)?(?:\s|$)/i.exec(words) ?? [];
  return inboundOf(chat, date, { text: type === 'private' ? words : '', command: command.toUpperCase() });
}

/** The person blocked the bot, or the group removed it. That it may write again says `/start`. */
function readMembership({ chat, date, new_chat_member: member }: Fields): InboundMessage[] {
  return ENDED.has(toJsonObject(member)['status']) ? inboundOf(chat, date, { text: '', command: 'STOP' }) : [];
}

function inboundOf(chat: unknown, date: unknown, content: Pick<InboundMessage, 'text' | 'command'>): InboundMessage[] {
  const { id } = toJsonObject(chat);
  const from = toChatAddress({ messenger: 'telegram', id: String(id) });
  return parseChatAddress(from) === undefined ? [] : [{ from, ...content, ...readTime(date) }];
}
