import { createHmac } from 'node:crypto';
import { parseJson, toJsonObject } from '#platform/collections';
import { parseChatAddress, toChatAddress } from '#libs/channels/definitions';
import { isEqualSecret } from '../../provider/equal-secret.js';
import { readTime } from '../../provider/reported-time.js';
import type {
  CallbackContent,
  CallbackRequest,
  InboundMessage,
  ProviderCallbacks,
} from '../../provider/callback.types.js';
import type { SlackCredentials } from './slack-credentials.js';

type Fields = Readonly<Record<string, unknown>>;

/** Slack, "Verifying requests from Slack": an older request may be a replay. */
const TOLERANCE_SECONDS = 5 * 60;

/**
 * Events of the app (docs.slack.dev/apis/events-api). A body is believed with the signature of the app's secret over it and
 * the time. One app may be in several workspaces: what is of another one is left out. Slack reports nothing of messages.
 */
export const SLACK_CALLBACKS: ProviderCallbacks<SlackCredentials> = {
  maxAgeMs: TOLERANCE_SECONDS * 1000,
  subscribe: (credentials, url) => ['/slack-events', { ...credentials, url }],

  read({ signingSecret, teamId }, request): CallbackContent | undefined {
    if (!isSigned(request, signingSecret)) {
      return undefined;
    }
    const { type, challenge, team_id: team, event } = toJsonObject(parseJson(request.body.toString('utf8')));
    if (type === 'url_verification' && typeof challenge === 'string') {
      return { reports: [], inbound: [], answer: { type: 'text/plain', body: challenge } };
    }
    return team === teamId ? readEvent(toJsonObject(event)) : { reports: [], inbound: [] };
  },
};

function isSigned({ headers, body }: CallbackRequest, secret: string): boolean {
  const time = String(headers['x-slack-request-timestamp']);
  const age = Math.abs(Date.now() / 1000 - Number(time));
  const signed = createHmac('sha256', secret).update(`v0:${time}:`).update(body).digest('hex');
  return age <= TOLERANCE_SECONDS && isEqualSecret(headers['x-slack-signature'], `v0=${signed}`);
}

function readEvent(event: Fields): CallbackContent {
  switch (event['type']) {
    case 'message':
      return { reports: [], inbound: readMessage(event) };
    case 'app_uninstalled':
      return { reports: [], inbound: [], fault: { code: 'app_uninstalled', why: 'AUTH' } };
    case 'tokens_revoked': {
      const { bot } = toJsonObject(event['tokens']);
      const isOurs = Array.isArray(bot) && bot.length > 0;
      return { reports: [], inbound: [], ...(isOurs && { fault: { code: 'token_revoked', why: 'AUTH' } }) };
    }
    default:
      return { reports: [], inbound: [] };
  }
}

/**
 * Reads a message of a person to the bot alone. Edits and messages of bots have a subtype; words in a channel are not meant
 * for it. `ts` is the time of a message, and its id in the conversation.
 */
function readMessage({ channel_type: place, subtype, bot_id: bot, user, text, ts }: Fields): InboundMessage[] {
  const from = toChatAddress({ messenger: 'slack', id: String(user) });
  if (place !== 'im' || subtype !== undefined || bot !== undefined || parseChatAddress(from) === undefined) {
    return [];
  }
  const id = typeof ts === 'string' ? { id: ts } : {};
  return [{ from, text: typeof text === 'string' ? text : '', command: '', ...readTime(ts), ...id }];
}
