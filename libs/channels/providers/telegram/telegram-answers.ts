import { AnswerTable, MINUTE_MS } from '../../sender/answer-table.js';

/**
 * Meanings of answers of the Bot API. It has no codes beside the HTTP status: the description separates the errors, so it
 * stands here without its first word. An answer of another description goes by its status.
 *
 * Sources: the server of the Bot API itself (github.com/tdlib/telegram-bot-api, `Client.cpp`: `fail_query_with_error` and
 * `check_chat_access`; `ClientManager.cpp`: `send`); where it passes on what Telegram said, the lists
 * github.com/TelegramBotAPI/errors and github.com/vrumger/telegram-errors. 5xx has no row: see `telegram-protocol.ts`.
 */
export const TELEGRAM_ANSWERS = new AnswerTable('telegram', [
  // Revoked, malformed, or of another server. A token that breaks the path gets 404. The request went to no bot.
  { status: 401, about: 'account', single: 'PAUSE', reason: 'AUTH', isUntaken: true },
  { status: 404, about: 'account', single: 'PAUSE', reason: 'AUTH', isUntaken: true },
  { status: 421, about: 'account', single: 'PAUSE', reason: 'AUTH', isUntaken: true },
  // `retry_after` comes with each. It does not say whether the bot or one chat is too fast.
  { status: 429, about: 'moment', single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
  {
    codes: [
      'bot was blocked by the user',
      'bot was kicked from the group chat',
      'bot was kicked from the supergroup chat',
      'bot was kicked from the channel chat',
    ],
    about: 'recipient',
    single: 'DROP',
    reason: 'OPTED_OUT',
  },
  {
    codes: ['user is deactivated', 'the group chat was deleted'],
    about: 'recipient',
    single: 'DROP',
    reason: 'INVALID_ADDRESS',
  },
  // Chats are known by bot: with the token of another bot no one is found.
  {
    codes: ['chat not found', 'private chat not found'],
    about: 'recipient',
    single: 'DROP',
    majority: 'FIX',
    reason: 'INVALID_ADDRESS',
  },
  // It has moved a second time, or Telegram does not say where.
  {
    codes: ['group chat was upgraded to a supergroup chat'],
    about: 'recipient',
    single: 'FAIL',
    reason: 'INVALID_ADDRESS',
  },
  // The person has not begun the chat, or someone has to add the bot: both can come.
  {
    codes: [
      "bot can't initiate conversation with a user",
      "bot can't send messages to bots",
      'bot is not a member of the group chat',
      'bot is not a member of the supergroup chat',
      'bot is not a member of the channel chat',
      'PEER_ID_INVALID',
    ],
    about: 'recipient',
    single: 'FAIL',
    reason: 'UNREACHABLE',
  },
  {
    codes: [
      'have no rights to send a message',
      'not enough rights to send text messages to the chat',
      'need administrator rights in the channel chat',
      'CHAT_WRITE_FORBIDDEN',
      'USER_BANNED_IN_CHANNEL',
    ],
    about: 'recipient',
    single: 'FAIL',
    reason: 'REFUSED',
  },
  {
    codes: ['message is too long', 'message text is empty'],
    about: 'message',
    single: 'FAIL',
    reason: 'INVALID_PAYLOAD',
  },
  { about: 'message', single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
]);
