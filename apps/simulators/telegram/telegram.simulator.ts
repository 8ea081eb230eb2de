import { isJsonObject, parseJson } from '#platform/collections';
import type { CallbackPoster } from '../server/callback-poster.js';
import type { Delivery } from '../server/delivery-log.js';
import type { HttpProtocol, MessageOutcome, ProviderRequest, Reply, RequestOutcome } from '../server/exchange.js';
import type { FaultRule } from '../server/fault-injector.js';
import type { FaultPlans } from '../server/fault-plans.js';
import type { AskedReport, Reporter } from '../server/reporter.js';
import type { ShownContent } from '../server/shown-content.js';
import { TelegramUpdates } from './telegram-updates.js';

/** Telegram, "sendMessage". */
const MAX_TEXT = 4096;
const UPGRADED = 'group chat was upgraded to a supergroup chat';
/** An unused supergroup, for a group that moved by a rule. */
const SOMEWHERE = '-1009999999999';
const PREFIXES: Readonly<Record<number, string>> = {
  400: 'Bad Request: ',
  403: 'Forbidden: ',
};
const DESCRIPTIONS: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  404: 'Not Found',
  421: 'Misdirected Request: unallowed token specified',
  500: 'Internal Server Error: restart',
  502: 'Bad Gateway',
};

/**
 * Telegram's Bot API for any bot (core.telegram.org/bots/api): its methods over `/botTOKEN/METHOD`, with errors that
 * differ only by description. Like Telegram it takes a repeat as another message. The token of a bot is the first one
 * that is used with its id. Every chat has begun one with the bot, until `POST /telegram-chat` changes it.
 */
export class TelegramSimulator implements HttpProtocol, Reporter {
  readonly provider = 'telegram';
  readonly maxBody = 64 * 1024;
  readonly actions: Record<string, (input: unknown) => Promise<unknown>>;
  private readonly tokens = new Map<string, string>();
  private readonly updates: TelegramUpdates;
  private lastMessage = 0;

  constructor(
    readonly faults: FaultPlans,
    callbacks: CallbackPoster,
  ) {
    this.updates = new TelegramUpdates(callbacks);
    this.actions = {
      '/telegram-webhook': (input) => this.updates.register(input),
      '/inbound-telegram': (input) => this.updates.write(input),
      '/telegram-chat': (input) => this.updates.change(input),
    };
  }

  read({ method, path, body }: ProviderRequest): RequestOutcome {
    const [, botId = '', secret = '', name = ''] = /^\/bot([1-9]\d*):([\w-]+)\/(\w+)$/.exec(path) ?? [];
    const known = this.tokens.get(botId) ?? secret;
    if (botId === '') {
      return { kind: 'other', reply: failure(404) };
    }
    this.tokens.set(botId, known);
    if (known !== secret) {
      return { kind: name === 'sendMessage' ? 'refused' : 'other', reply: failure(401) };
    }
    const input = parseJson(body.toString('utf8'));
    const fields = isJsonObject(input) ? input : {};
    switch (name) {
      case 'getMe':
        return other({ id: Number(botId), is_bot: true, first_name: 'Simulated', username: 'simulated_bot' });
      case 'setWebhook': {
        const { url, secret_token: word = '' } = fields;
        const isSet = this.updates.setWebhook(botId, String(url), String(word));
        return isSet
          ? other(true)
          : { kind: 'other', reply: failure(400, 'bad webhook: an HTTPS URL must be provided') };
      }
      case 'sendMessage':
        return method === 'POST' ? this.readMessage(botId, fields) : { kind: 'other', reply: failure(404) };
      default:
        return { kind: 'other', reply: failure(404) };
    }
  }

  refuse({ status = 500, reason, retryAfterSeconds = 1 }: FaultRule, _outcome: MessageOutcome): Reply {
    return failure(
      status,
      reason,
      status === 429
        ? { retry_after: retryAfterSeconds }
        : reason === UPGRADED
          ? { migrate_to_chat_id: Number(SOMEWHERE) }
          : {},
    );
  }

  /** It reports nothing of a message: only the person answers. */
  kindsOf(): readonly string[] {
    return ['answered'];
  }

  async report({ sender: botId, token }: Delivery, { text }: AskedReport): Promise<string | undefined> {
    const status = await this.updates.answerNow(botId, token.slice('telegram:'.length), text);
    return status === undefined ? undefined : String(status);
  }

  private readMessage(botId: string, fields: Record<string, unknown>): RequestOutcome {
    const { chat_id: named, text } = fields;
    const chatId = typeof named === 'string' || typeof named === 'number' ? String(named) : '';
    const refusal = this.findRefusal(chatId, typeof text === 'string' ? text : '');
    if (refusal !== undefined) {
      return { kind: 'refused', reply: refusal };
    }
    const id = (this.lastMessage += 1);
    return {
      kind: 'message',
      sender: botId,
      token: `telegram:${chatId}`,
      // The API has no field for an id of the client.
      messageId: `${botId}.${id}`,
      payload: () => fields,
      reply: success({
        message_id: id,
        chat: { id: Number(chatId) },
        date: Math.floor(Date.now() / 1000),
        text: String(text).trim(),
      }),
    };
  }

  private findRefusal(chatId: string, text: string): Reply | undefined {
    if (chatId === '') {
      return failure(400, 'chat_id is empty');
    }
    const state = /^-?[1-9]\d{0,15}$/.test(chatId) ? this.updates.stateOf(chatId) : 'unknown';
    if (typeof state === 'object') {
      return failure(400, UPGRADED, { migrate_to_chat_id: Number(state.movedTo) });
    }
    switch (state) {
      case 'unknown':
        return failure(400, 'chat not found');
      case 'blocked':
        return failure(403, 'bot was blocked by the user');
      case 'left':
        return failure(403, `bot was kicked from the ${chatId.startsWith('-100') ? 'supergroup' : 'group'} chat`);
      case 'deactivated':
        return failure(403, 'user is deactivated');
      case 'open':
        break;
    }
    if (text.trim() === '') {
      return failure(400, 'message text is empty');
    }
    return text.length > MAX_TEXT ? failure(400, 'message is too long') : undefined;
  }
}

/** Shows a logged message as its receiver sees it. */
export function showTelegram({ chat_id: to, text }: Record<string, unknown>): ShownContent {
  return { to, from: 'Telegram', text };
}

function other(result: unknown): RequestOutcome {
  return { kind: 'other', reply: success(result) };
}

function success(result: unknown): Reply {
  return json(200, { ok: true, result });
}

/** An error of the Bot API. @param description  without its first word; absent: the usual one of the status */
function failure(status: number, description?: string, parameters: Record<string, number> = {}): Reply {
  const retryAfter = parameters['retry_after'];
  const words =
    retryAfter === undefined
      ? description === undefined
        ? (DESCRIPTIONS[status] ?? 'Bad Request')
        : `${PREFIXES[status] ?? ''}${description}`
      : `Too Many Requests: retry after ${retryAfter}`;
  return json(status, {
    ok: false,
    error_code: status,
    description: words,
    ...(Object.keys(parameters).length > 0 && { parameters }),
  });
}

function json(status: number, body: object): Reply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
