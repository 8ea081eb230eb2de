import type { FaultAdvice } from '../../provider/explain-fault.js';

/** Explanations of faults for people. Source: docs.slack.dev/reference/methods/chat.postMessage. */
export const SLACK_FAULTS: readonly FaultAdvice[] = [
  {
    code: /^(invalid_auth|not_authed|account_inactive|token_revoked|token_expired|app_uninstalled)$/,
    kind: 'credentials',
    advice:
      'Slack refuses botToken: the app was removed, or its token taken back. Install the app again and take its new token.',
  },
  {
    code: /^(missing_scope|no_permission|not_allowed_token_type|team_access_not_granted)$/,
    kind: 'credentials',
    advice: 'The app lacks the scope chat:write in this workspace: add it, and install the app again.',
  },
  {
    code: /^WRONG_TEAM$/,
    kind: 'configuration',
    advice: 'botToken is of another workspace than teamId.',
  },
  {
    code: /^(access_denied|accesslimited|ekm_access_denied|enterprise_is_restricted)$/,
    kind: 'configuration',
    advice: 'An administrator of the workspace does not let apps post: ask for this one to be allowed.',
  },
  {
    code: /^messages_tab_disabled$/,
    kind: 'configuration',
    advice: 'The app takes no direct messages: switch on its Messages tab (App Home).',
  },
  {
    code: /^(channel_not_found|user_not_found|user_disabled)$/,
    kind: 'configuration',
    advice: 'Slack knows none of these ids: they may be of another workspace than botToken.',
  },
  {
    code: /^(429|ratelimited|rate_limited|message_limit_exceeded)$/,
    kind: 'rate',
    advice: 'Messages come faster than Slack allows: set ratePerSecond. A channel takes about one a second.',
  },
];
