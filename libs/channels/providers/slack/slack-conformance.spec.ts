import { testProvider } from '../../../../test/support/conformance/provider-conformance.js';
import { SLACK } from './slack.provider.js';

testProvider(SLACK, {
  channel: 'chat',
  simulator: 'slack',
  payload: { text: 'Hi' },
  address: (index) => `slack:U${String(index).padStart(8, '0')}`,
  answers: [
    [200, 'invalid_auth', 'retry', 'AUTH'],
    [200, 'account_inactive', 'retry', 'AUTH'],
    [200, 'token_revoked', 'retry', 'AUTH'],
    [200, 'missing_scope', 'retry', 'AUTH'],
    [200, 'ekm_access_denied', 'retry', 'CONFIGURATION'],
    [200, 'messages_tab_disabled', 'failed', 'CONFIGURATION'],
    [429, 'ratelimited', 'retry', 'RATE_LIMITED'],
    [429, undefined, 'retry', 'RATE_LIMITED'],
    [200, 'rate_limited', 'retry', 'RATE_LIMITED'],
    [200, 'message_limit_exceeded', 'retry', 'RATE_LIMITED'],
    [200, 'team_added_to_org', 'retry', 'PROVIDER_UNAVAILABLE'],
    [200, 'request_timeout', 'retry', 'PROVIDER_UNAVAILABLE'],
    [200, 'user_disabled', 'dead', 'INVALID_ADDRESS'],
    [200, 'channel_not_found', 'failed', 'INVALID_ADDRESS'],
    [200, 'not_in_channel', 'failed', 'UNREACHABLE'],
    [200, 'is_archived', 'failed', 'UNREACHABLE'],
    [200, 'restricted_action', 'failed', 'REFUSED'],
    [200, 'msg_too_long', 'failed', 'INVALID_PAYLOAD'],
    [200, 'something_new', 'failed', 'INVALID_PAYLOAD'],
    [200, 'fatal_error', 'unknown', 'OUTCOME_UNKNOWN'],
    [200, 'internal_error', 'unknown', 'OUTCOME_UNKNOWN'],
    [503, undefined, 'unknown', 'OUTCOME_UNKNOWN'],
  ],
  writes: (credentials) => ['/inbound-slack', { ...credentials, user: 'U00000001', text: 'stop' }],
});
