import { isJsonObject, parseJson, toJsonObject } from '#platform/collections';
import type { CallbackPoster } from '../server/callback-poster.js';
import { BadRequest, readTexts } from '../server/control-input.js';
import {
  retryAfter,
  type HttpProtocol,
  type ProviderRequest,
  type Reply,
  type RequestOutcome,
} from '../server/exchange.js';
import type { FaultRule } from '../server/fault-injector.js';
import type { FaultPlans } from '../server/fault-plans.js';
import type { ShownContent } from '../server/shown-content.js';
import { botOf, SlackEvents } from './slack-events.js';

/** docs.slack.dev, "chat.postMessage": a longer text is cut. */
const MAX_TEXT = 40_000;

/**
 * Slack's Web API for any workspace (docs.slack.dev/reference/methods): `chat.postMessage` and `auth.test`, with errors under
 * HTTP 200. Like Slack it takes a repeat as another message, and cuts a long text without a word. The token of a bot is the
 * first one that is used with its numbers. Every id exists, until `POST /slack-channel` says otherwise.
 */
export class SlackSimulator implements HttpProtocol {
  readonly provider = 'slack';
  readonly maxBody = 256 * 1024;
  readonly actions: Record<string, (input: unknown) => Promise<unknown>>;
  private readonly tokens = new Map<string, string>();
  private readonly ended = new Set<string>();
  private readonly errors = new Map<string, string>();
  private readonly events: SlackEvents;
  private lastMessage = 0;

  constructor(
    readonly faults: FaultPlans,
    callbacks: CallbackPoster,
  ) {
    this.events = new SlackEvents(callbacks);
    this.actions = {
      '/slack-events': (input) => this.events.subscribe(input),
      '/inbound-slack': (input) => this.events.write(input),
      '/slack-uninstall': (input) => this.uninstall(input),
      '/slack-channel': (input) => this.setError(input),
    };
  }

  read({ method, path, headers, body }: ProviderRequest): RequestOutcome {
    const [, name = ''] = /^\/api\/([a-zA-Z.]+)$/.exec(path) ?? [];
    const isMessage = name === 'chat.postMessage';
    const token = (headers.authorization ?? '').replace(/^Bearer /, '');
    const bot = botOf(token);
    const fault = method === 'POST' ? this.findTokenFault(bot, token) : 'unknown_method';
    if (fault !== undefined) {
      return { kind: isMessage ? 'refused' : 'other', reply: json(200, { ok: false, error: fault }) };
    }
    if (name === 'auth.test') {
      const [team = ''] = bot.split('-');
      return { kind: 'other', reply: json(200, { ok: true, team_id: `T${team}`, user_id: 'U00000BOT' }) };
    }
    const fields = parseJson(body.toString('utf8'));
    return isMessage && isJsonObject(fields)
      ? this.readMessage(bot, fields)
      : { kind: 'other', reply: json(200, { ok: false, error: 'unknown_method' }) };
  }

  refuse(rule: FaultRule): Reply {
    const { status = 200, reason } = rule;
    return json(status, reason === undefined ? {} : { ok: false, error: reason }, retryAfter(rule));
  }

  private readMessage(bot: string, fields: Record<string, unknown>): RequestOutcome {
    const { channel, text } = fields;
    const id = typeof channel === 'string' ? channel : '';
    const words = typeof text === 'string' ? text : '';
    const error = /^[UWCGD][A-Z0-9]{6,}$/.test(id)
      ? (this.errors.get(id) ?? (words.trim() === '' ? 'no_text' : undefined))
      : 'channel_not_found';
    if (error !== undefined) {
      return { kind: 'refused', reply: json(200, { ok: false, error }) };
    }
    const ts = `${Math.floor(Date.now() / 1000)}.${String((this.lastMessage += 1)).padStart(6, '0')}`;
    return {
      kind: 'message',
      sender: bot,
      token: `slack:${id}`,
      messageId: `${bot}.${ts}`,
      payload: () => fields,
      // A person is answered with the channel of the two.
      reply: json(200, {
        ok: true,
        channel: id.replace(/^[UW]/, 'D'),
        ts,
        message: { type: 'message', text: words.slice(0, MAX_TEXT), ts },
      }),
    };
  }

  private findTokenFault(bot: string, token: string): string | undefined {
    if (!token.startsWith('xoxb-')) {
      return token === '' ? 'not_authed' : 'invalid_auth';
    }
    const known = this.tokens.get(bot) ?? token;
    this.tokens.set(bot, known);
    return this.ended.has(bot) ? 'account_inactive' : known === token ? undefined : 'invalid_auth';
  }

  /** The app is removed from its workspace: `POST /slack-uninstall` with `botToken`. @throws BadRequest */
  private async uninstall(input: unknown): Promise<object> {
    const { botToken } = readTexts(input, ['botToken']);
    this.ended.add(botOf(botToken));
    this.events.endApp(botOf(botToken));
    return {};
  }

  /**
   * Sets the error of messages to an id: `POST /slack-channel` with `channel` and `error`, '' for none.
   *
   * @throws BadRequest
   */
  private async setError(input: unknown): Promise<object> {
    const { channel } = readTexts(input, ['channel']);
    const { error } = toJsonObject(input);
    if (typeof error !== 'string') {
      throw new BadRequest(['error should be the code of an error']);
    }
    if (error === '') {
      this.errors.delete(channel);
    } else {
      this.errors.set(channel, error);
    }
    return {};
  }
}

/** Shows a logged message as its receiver sees it: Slack escapes three characters. */
export function showSlack({ channel: to, text }: Record<string, unknown>): ShownContent {
  const words = typeof text === 'string' ? text : '';
  return {
    to,
    from: 'Slack',
    text: words.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  };
}

function json(status: number, body: object, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}
