import { parseJson, toJsonObject } from '#platform/collections';
import { chatIdIn } from '#libs/channels/definitions';
import type { PostAnswer, PostProtocol } from '../../provider/post-protocol.types.js';
import { SLACK_ANSWERS } from './slack-answers.js';
import type { SlackCredentials } from './slack-credentials.js';

/**
 * Errors after which a message may be there. Slack says of the first two that "some aspect of the operation" may have
 * "succeeded before the error was raised", and of the others nothing.
 */
const DOUBTS: ReadonlySet<unknown> = new Set([
  'fatal_error',
  'internal_error',
  'service_unavailable',
  'messaging_processing_failed',
]);

/**
 * `POST /api/chat.postMessage` (docs.slack.dev/reference/methods/chat.postMessage). The API has no key against repeats.
 *
 * The three characters that begin markup of Slack are escaped (docs.slack.dev, "Formatting message text: escaping text"), and
 * `mrkdwn` is off: so no value can become a mention of everyone, a link under another name, or bold. Addresses of pages
 * become links by themselves. There is no preview, because Slack's servers would open the link of each person for it.
 */
export const SLACK_PROTOCOL: PostProtocol<'chat', SlackCredentials> = {
  answers: SLACK_ANSWERS,
  origin: () => 'https://slack.com',
  secrets: ({ botToken, signingSecret }) => [botToken, signingSecret],
  nameOf: (address) => chatIdIn('slack', address) ?? address,

  write({ credentials }, { address, payload }) {
    const channel = chatIdIn('slack', address);
    if (channel === undefined) {
      return { kind: 'failed', code: 'NO_ACCOUNT', reason: 'CONFIGURATION' };
    }
    return {
      path: '/api/chat.postMessage',
      headers: Object.entries(slackHeaders(credentials)).flat(),
      body: JSON.stringify({
        channel,
        text: escapeText(payload.text),
        mrkdwn: false,
        unfurl_links: false,
        unfurl_media: false,
      }).toWellFormed(),
    };
  },

  read({ status, text }): PostAnswer {
    const answer = toJsonObject(parseJson(text));
    const { ok, ts, error } = answer;
    if (status >= 500 || DOUBTS.has(error)) {
      const code = typeof error === 'string' ? error : String(status);
      throw Object.assign(new Error(`Slack answered ${code}`), { code });
    }
    if (status < 300 && ok === true && typeof ts === 'string') {
      return { kind: 'taken', providerId: ts };
    }
    if (status < 300 && (ok !== false || typeof error !== 'string')) {
      throw new SyntaxError('An answer of Slack without the time stamp of a message');
    }
    return { kind: 'refused', codes: typeof error === 'string' ? [error] : [] };
  },
};

/** Headers of every request, with the token. */
export function slackHeaders({ botToken }: Pick<SlackCredentials, 'botToken'>): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    accept: 'application/json',
    authorization: `Bearer ${botToken}`,
  };
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
