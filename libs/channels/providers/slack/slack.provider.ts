import { parseJson, toJsonObject } from '#platform/collections';
import { chatIdIn } from '#libs/channels/definitions';
import { checkByRequest } from '../../provider/check-by-request.js';
import { PostSender } from '../../provider/post.sender.js';
import type { Provider } from '../../provider/provider.types.js';
import { SLACK_ANSWERS } from './slack-answers.js';
import { SLACK_CALLBACKS } from './slack-callbacks.js';
import { botOf, SLACK_FORM, type SlackCredentials } from './slack-credentials.js';
import { SLACK_FAULTS } from './slack-faults.js';
import { SLACK_PROTOCOL, slackHeaders } from './slack-protocol.js';

/** Messages of an app in one workspace of Slack. It takes a repeat as another message, so a doubt stays one. */
export const SLACK: Provider<'chat', SlackCredentials> = {
  name: 'slack',
  label: 'Slack',
  channels: ['chat'],
  credentials: SLACK_FORM,
  answers: SLACK_ANSWERS,
  faults: SLACK_FAULTS,
  simulator: 'slack',
  callbacks: SLACK_CALLBACKS,
  createSender: ({ http1 }) => new PostSender(SLACK_PROTOCOL, http1),
  doubt: () => 'give-up',
  check: (account) =>
    checkByRequest(account, {
      name: `workspace ${account.credentials.teamId}`,
      protocol: SLACK_PROTOCOL,
      request: { method: 'POST', path: '/api/auth.test', headers: slackHeaders(account.credentials), body: '{}' },
      judge(status, text) {
        const { ok, error, team_id: team } = toJsonObject(parseJson(text));
        if (status === 200 && ok === true) {
          return team === account.credentials.teamId ? undefined : { code: 'WRONG_TEAM', why: 'CONFIGURATION' };
        }
        const code = typeof error === 'string' ? error : String(status);
        return { code, why: SLACK_ANSWERS.classify(status, code).reason };
      },
    }),
  simulatedSender: botOf,
  reaches: (address) => chatIdIn('slack', address) !== undefined,
};
