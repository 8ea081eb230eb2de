import { AnswerTable, MINUTE_MS } from '../../sender/answer-table.js';

/**
 * Meanings of errors of the Web API. They come under HTTP 200, so the code decides. Sources: the errors of
 * docs.slack.dev/reference/methods/chat.postMessage (also in github.com/slack-ruby/slack-api-ref), and
 * docs.slack.dev/apis/web-api/rate-limits. `fatal_error` and others have no row: see `slack-protocol.ts`.
 *
 * `isUntaken` stands where the caller was refused.
 */
export const SLACK_ANSWERS = new AnswerTable('slack', [
  // No token, a wrong one, or one of an app, a person or a workspace that is gone.
  {
    codes: ['invalid_auth', 'not_authed', 'account_inactive', 'token_revoked', 'token_expired'],
    about: 'account',
    single: 'PAUSE',
    reason: 'AUTH',
    isUntaken: true,
  },
  // The app was not given chat:write, or not this workspace.
  {
    codes: ['missing_scope', 'not_allowed_token_type', 'team_access_not_granted'],
    about: 'account',
    single: 'PAUSE',
    reason: 'AUTH',
    isUntaken: true,
  },
  // The same, or the app is no member of this conversation.
  {
    codes: ['no_permission'],
    about: 'recipient',
    single: 'RETRY',
    majority: 'PAUSE',
    reason: 'AUTH',
    isUntaken: true,
  },
  // A network does not let apps in, or the organization none of its workspaces.
  {
    codes: ['accesslimited', 'enterprise_is_restricted'],
    about: 'account',
    single: 'PAUSE',
    reason: 'CONFIGURATION',
    isUntaken: true,
  },
  // An administrator has suspended apps, or this conversation.
  {
    codes: ['access_denied', 'ekm_access_denied'],
    about: 'recipient',
    single: 'RETRY',
    majority: 'PAUSE',
    reason: 'CONFIGURATION',
    isUntaken: true,
  },
  // No one can be written to while the app has no Messages tab; channels can.
  {
    codes: ['messages_tab_disabled'],
    about: 'recipient',
    single: 'FAIL',
    majority: 'PAUSE',
    reason: 'CONFIGURATION',
  },
  // A limit of the workspace, or of one conversation, which takes a message a second.
  {
    codes: ['ratelimited', 'rate_limited'],
    about: 'moment',
    single: 'RETRY',
    reason: 'RATE_LIMITED',
    afterMs: 1000,
  },
  { status: 429, about: 'moment', single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
  {
    codes: ['message_limit_exceeded'],
    about: 'account',
    single: 'RETRY',
    reason: 'RATE_LIMITED',
    afterMs: 60 * MINUTE_MS,
  },
  // The workspace moves to an organization.
  {
    codes: ['org_login_required', 'team_added_to_org'],
    about: 'moment',
    single: 'RETRY',
    reason: 'PROVIDER_UNAVAILABLE',
  },
  // Slack did not get the whole request.
  { codes: ['request_timeout'], about: 'moment', single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  // Documented for `conversations.open`, which a message to a person implies.
  {
    codes: ['user_disabled', 'user_not_found'],
    about: 'recipient',
    single: 'DROP',
    majority: 'FIX',
    reason: 'INVALID_ADDRESS',
  },
  // Also a private channel without the bot, and a person of another workspace: so the address stays.
  { codes: ['channel_not_found'], about: 'recipient', single: 'FAIL', majority: 'FIX', reason: 'INVALID_ADDRESS' },
  {
    codes: ['not_in_channel', 'user_not_in_channel', 'is_archived'],
    about: 'recipient',
    single: 'FAIL',
    reason: 'UNREACHABLE',
  },
  {
    codes: [
      'restricted_action',
      'restricted_action_read_only_channel',
      'restricted_action_thread_only_channel',
      'cannot_dm_bot',
    ],
    about: 'recipient',
    single: 'FAIL',
    reason: 'REFUSED',
  },
  { codes: ['msg_too_long', 'no_text'], about: 'message', single: 'FAIL', reason: 'INVALID_PAYLOAD' },
  { about: 'message', single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
]);
