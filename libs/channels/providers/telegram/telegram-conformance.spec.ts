import { testProvider } from '../../../../test/support/conformance/provider-conformance.js';
import { TELEGRAM } from './telegram.provider.js';

testProvider(TELEGRAM, {
  channel: 'chat',
  simulator: 'telegram',
  payload: { text: 'Hi' },
  address: (index) => `telegram:${700_000_000 + index}`,
  answers: [
    [401, undefined, 'retry', 'AUTH'],
    [404, undefined, 'retry', 'AUTH'],
    [421, undefined, 'retry', 'AUTH'],
    [429, undefined, 'retry', 'RATE_LIMITED'],
    [403, 'bot was blocked by the user', 'dead', 'OPTED_OUT'],
    [403, 'bot was kicked from the group chat', 'dead', 'OPTED_OUT'],
    [403, 'user is deactivated', 'dead', 'INVALID_ADDRESS'],
    [403, 'the group chat was deleted', 'dead', 'INVALID_ADDRESS'],
    [400, 'chat not found', 'dead', 'INVALID_ADDRESS'],
    [400, 'group chat was upgraded to a supergroup chat', 'failed', 'INVALID_ADDRESS'],
    [403, "bot can't initiate conversation with a user", 'failed', 'UNREACHABLE'],
    [403, 'bot is not a member of the supergroup chat', 'failed', 'UNREACHABLE'],
    [400, 'have no rights to send a message', 'failed', 'REFUSED'],
    [400, 'message is too long', 'failed', 'INVALID_PAYLOAD'],
    [400, 'something new', 'failed', 'INVALID_PAYLOAD'],
    [500, undefined, 'unknown', 'OUTCOME_UNKNOWN'],
    [502, undefined, 'unknown', 'OUTCOME_UNKNOWN'],
  ],
  proof: 'sender',
  writes: (credentials) => ['/inbound-telegram', { ...credentials, chatId: '700000001', text: '/stop' }],
});
