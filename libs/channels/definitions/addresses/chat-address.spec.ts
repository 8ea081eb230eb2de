import { describe, expect, it } from 'vitest';
import { chatIdIn, parseChatAddress, ruleOfChatAddress } from './chat-address.js';

describe('parseChatAddress', () => {
  it.each([
    ['telegram:1', 'telegram', '1'],
    [' telegram:-1001234567890 ', 'telegram', '-1001234567890'],
    ['slack:U012ABCDEF', 'slack', 'U012ABCDEF'],
    ['slack:C012ABCDEF', 'slack', 'C012ABCDEF'],
  ])('parseChatAddress reads %j as an address of %s', (text, messenger, id) => {
    expect(parseChatAddress(text)).toEqual({ messenger, id });
  });

  it.each([
    ['telegram:@shop', 'an id of digits'],
    ['telegram:01', 'an id of digits'],
    ['telegram:1:2', 'an id of digits'],
    ['telegram:9007199254740993123', 'an id of digits'],
    ['slack:u012abcdef', 'a person or a channel'],
    ['slack:D012ABCDEF', 'a person or a channel'],
    ['Telegram:1', 'telegram: or slack:'],
    ['__proto__:1', 'telegram: or slack:'],
    ['', 'telegram: or slack:'],
  ])('The chat address %j is rejected with a reason', (text, rule) => {
    expect(parseChatAddress(text)).toBeUndefined();
    expect(ruleOfChatAddress(text)).toContain(rule);
  });

  it('chatIdIn returns an id only for its own messenger', () => {
    expect([chatIdIn('telegram', 'telegram:7'), chatIdIn('slack', 'telegram:7')]).toEqual(['7', undefined]);
  });
});
