import { toJsonObject } from '#platform/collections';
import { BadRequest, loopbackUrl, readTexts } from '../server/control-input.js';
import type { CallbackMessage, CallbackPoster } from '../server/callback-poster.js';
import { PersonClock } from '../server/reporter.js';

/** The address for a bot's updates. */
interface Webhook {
  url: URL;
  secret: string;
}

const STATES = ['open', 'blocked', 'left', 'deactivated', 'unknown'] as const;
/** The state of a chat for the bots: `left` is a group that removed them, `unknown` a chat that never wrote to them. */
export type ChatState = (typeof STATES)[number] | { movedTo: string };

/** People and groups of Telegram, and their updates for the bots: `setWebhook`, commands, and blocks of a bot. */
export class TelegramUpdates {
  private readonly hooks = new Map<string, Webhook>();
  private readonly states = new Map<string, ChatState>();
  private readonly clock = new PersonClock();
  private lastUpdate = 0;

  constructor(private readonly poster: CallbackPoster) {}

  stateOf(chatId: string): ChatState {
    return this.states.get(chatId) ?? 'open';
  }

  /**
   * Sets the webhook, as the owner of a bot does with `setWebhook`: `POST /telegram-webhook` with `botToken`,
   * `webhookSecret` and `url`.
   *
   * @throws BadRequest
   */
  async register(input: unknown): Promise<object> {
    const { botToken, webhookSecret, url } = readTexts(input, ['botToken', 'webhookSecret', 'url']);
    if (!this.setWebhook(botIdOf(botToken), url, webhookSecret)) {
      throw new BadRequest(['url must be an http or https URL of this machine']);
    }
    return {};
  }

  /** `setWebhook` of a bot. @returns false for a URL that is none of this machine */
  setWebhook(botId: string, url: string, secret: string): boolean {
    const place = loopbackUrl(url);
    if (place === undefined) {
      return false;
    }
    this.hooks.set(botId, { url: place, secret });
    return true;
  }

  /**
   * Sends a person's message: `POST /inbound-telegram` with `botToken`, `chatId` and `text`. `/start` opens a blocked
   * chat.
   *
   * @throws BadRequest
   */
  async write(input: unknown): Promise<{ updateId: number }> {
    const { botToken, chatId, text } = readTexts(input, ['botToken', 'chatId', 'text']);
    return this.post(botIdOf(botToken), this.receive(chatId, text));
  }

  /** Sends such an update now, to a bot by its id. @returns the status of the answer; undefined: the bot has no webhook */
  async answerNow(botId: string, chatId: string, text: string): Promise<number | undefined> {
    const content = this.receive(chatId, text);
    const hook = this.hooks.get(botId);
    return hook && this.poster.postNow(hook.url, compose(hook, (this.lastUpdate += 1), content));
  }

  private receive(chatId: string, text: string): object {
    if (text.startsWith('/start')) {
      this.states.delete(chatId);
    }
    return { message: { message_id: this.lastUpdate + 1, chat: chatOf(chatId), date: this.clock.next(chatId), text } };
  }

  /**
   * Changes a chat: `POST /telegram-chat` with `botToken`, `chatId` and a `state`, or `movedTo` for a group with a new
   * id. The bot gets an update about a block.
   *
   * @throws BadRequest
   */
  async change(input: unknown): Promise<object> {
    const { botToken, chatId } = readTexts(input, ['botToken', 'chatId']);
    const { state: named, movedTo } = toJsonObject(input);
    const state = STATES.find((candidate) => candidate === named);
    if (typeof movedTo === 'string') {
      this.states.set(chatId, { movedTo });
      return {};
    }
    if (state === undefined) {
      throw new BadRequest([`state should be one of ${STATES.join(', ')}, or movedTo given`]);
    }
    this.states.set(chatId, state);
    return state === 'blocked' || state === 'left'
      ? this.post(botIdOf(botToken), {
          my_chat_member: {
            chat: chatOf(chatId),
            date: this.clock.next(chatId),
            new_chat_member: { status: 'kicked' },
          },
        })
      : {};
  }

  private post(botId: string, content: object): { updateId: number } {
    const hook = this.hooks.get(botId);
    const updateId = (this.lastUpdate += 1);
    if (hook) {
      this.poster.postLater(hook.url, () => compose(hook, updateId, content));
    }
    return { updateId };
  }
}

function compose({ secret }: Webhook, updateId: number, content: object): CallbackMessage {
  return {
    headers: {
      'content-type': 'application/json',
      ...(secret && { 'x-telegram-bot-api-secret-token': secret }),
    },
    body: JSON.stringify({ update_id: updateId, ...content }),
  };
}

/** The part of a token before its colon. */
function botIdOf(botToken: string): string {
  return botToken.split(':', 1)[0] ?? '';
}

function chatOf(chatId: string): object {
  return {
    id: Number(chatId),
    type: chatId.startsWith('-100') ? 'supergroup' : chatId.startsWith('-') ? 'group' : 'private',
  };
}
