import { AnswerTable, MINUTE_MS } from '../../sender/answer-table.js';

/**
 * What errors of the Web API mean. They come under HTTP 200, so the code decides. Sources: the errors of
 * docs.slack.dev/reference/methods/chat.postMessage (also in github.com/slack-ruby/slack-api-ref), and
 * docs.slack.dev/apis/web-api/rate-limits. `fatal_error` and others have no row: see `slack-protocol.ts`.
 *
 * `isUntaken` stands where the caller was not let in.
 */
export const SLACK_ANSWERS = new AnswerTable('slack', [
  // No token, a wrong one, or one of an app, a person or a workspace that is gone.
  {
    codes: ['invalid_auth', 'not_authed', 'account_inactive', 'token_revoked', 'token_expired'],
    single: 'PAUSE',
    reason: 'AUTH',
    isUntaken: true,
  },
  // The app was not given chat:write, or not this workspace.
  {
    codes: ['missing_scope', 'no_permission', 'not_allowed_token_type', 'team_access_not_granted'],
    single: 'PAUSE',
    reason: 'AUTH',
    isUntaken: true,
  },
  // An administrator has suspended apps, or a network does not let them in.
  {
    codes: ['access_denied', 'accesslimited', 'ekm_access_denied', 'enterprise_is_restricted'],
    single: 'PAUSE',
    reason: 'CONFIGURATION',
    isUntaken: true,
  },
  // Nobody can be written to while the app has no Messages tab; channels can.
  { codes: ['messages_tab_disabled'], single: 'FAIL', majority: 'PAUSE', reason: 'CONFIGURATION' },
  {
    codes: ['ratelimited', 'rate_limited'],
    single: 'RETRY',
    reason: 'RATE_LIMITED',
    afterMs: 1000,
    slowsAccount: true,
  },
  { status: 429, single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS, slowsAccount: true },
  {
    codes: ['message_limit_exceeded'],
    single: 'RETRY',
    reason: 'RATE_LIMITED',
    afterMs: 60 * MINUTE_MS,
    slowsAccount: true,
  },
  // The workspace moves to an organization.
  { codes: ['org_login_required', 'team_added_to_org'], single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  // Slack did not get the whole request.
  { codes: ['request_timeout'], single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  // Documented for `conversations.open`, which a message to a person implies.
  { codes: ['user_disabled', 'user_not_found'], single: 'DROP', majority: 'FIX', reason: 'INVALID_ADDRESS' },
  // Also a private channel without the bot, and a person of another workspace: so the address stays.
  { codes: ['channel_not_found'], single: 'FAIL', majority: 'FIX', reason: 'INVALID_ADDRESS' },
  { codes: ['not_in_channel', 'user_not_in_channel', 'is_archived'], single: 'FAIL', reason: 'UNREACHABLE' },
  {
    codes: [
      'restricted_action',
      'restricted_action_read_only_channel',
      'restricted_action_thread_only_channel',
      'cannot_dm_bot',
    ],
    single: 'FAIL',
    reason: 'REFUSED',
  },
  { codes: ['msg_too_long', 'no_text'], single: 'FAIL', reason: 'INVALID_PAYLOAD' },
  { single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
]);
