import { describe, expect, it } from 'vitest';
import { MasterKey } from '#platform/crypto';
import { messageId } from '../model/message-id.js';
import { LinkTokenService, type TokenPurpose } from './link-token.service.js';
import { ReturnPathService } from './return-path.service.js';

const key = (text: string) => new MasterKey(text.padEnd(32, '.'));
const tokens = new LinkTokenService(key('one'));
const LARGEST = { dispatchId: Number.MAX_SAFE_INTEGER, channel: 31, recipientId: 2 ** 32 - 1 };
const USUAL = { dispatchId: 48_213, channel: 5, recipientId: 3_210_123 };
const PURPOSES: TokenPurpose[] = ['click', 'short', 'open', 'unsubscribe', 'report', 'bounce'];

describe('LinkTokenService', () => {
  it.each(PURPOSES)('LinkTokenService reads the content of a %s token', (purpose) => {
    for (const ref of [USUAL, LARGEST, { dispatchId: 1, channel: 1, recipientId: 0 }]) {
      expect(tokens.readToken(purpose, tokens.createToken(purpose, ref))).toEqual({ ...ref, index: 0 });
    }
  });

  it.each(PURPOSES)('LinkTokenService refuses a %s token for another purpose or key', (purpose) => {
    const token = tokens.createToken(purpose, USUAL);
    for (const otherPurpose of PURPOSES.filter((candidate) => candidate !== purpose)) {
      expect(tokens.readToken(otherPurpose, token)).toBeNull();
    }
    expect(new LinkTokenService(key('two')).readToken(purpose, token)).toBeNull();
  });

  it('A link token protects the index of the link and its destination', () => {
    const token = tokens.createToken('click', USUAL, 1023, 'https://shop.example/a');
    expect(tokens.readToken('click', token, 'https://shop.example/a')).toEqual({ ...USUAL, index: 1023 });
    expect(tokens.readToken('click', token, 'https://evil.example/')).toBeNull();
    expect(() => tokens.createToken('click', USUAL, 1024)).toThrow(RangeError);
    expect(tokens.fitsIndex('short', 63)).toBe(true);
    expect(tokens.fitsIndex('short', 64)).toBe(false);
  });

  it('LinkTokenService refuses a token with a changed, added or missing digit', () => {
    const token = tokens.createToken('short', USUAL, 3);
    const changedTokens = Array.from(
      token,
      (digit, at) => token.slice(0, at) + (digit === 'a' ? 'b' : 'a') + token.slice(at + 1),
    );
    for (const invalidToken of [
      ...changedTokens,
      `0${token}`,
      `${token}0`,
      token.slice(1),
      token.slice(0, -1),
      '',
      '-',
      'z'.repeat(65),
    ]) {
      expect(tokens.readToken('short', invalidToken)).toBeNull();
    }
  });

  it('LinkTokenService creates short tokens for SMS', () => {
    expect(tokens.createToken('short', USUAL, 63).length).toBeLessThanOrEqual(19);
    expect(tokens.createToken('short', { ...LARGEST, dispatchId: 2 ** 32 }, 63).length).toBeLessThanOrEqual(22);
  });
});

describe('ReturnPathService', () => {
  const paths = new ReturnPathService(tokens);
  const ref = { ...LARGEST, channel: 4 };
  const id = messageId(ref);

  it('ReturnPathService creates an envelope address that names its message in upper and lower case', () => {
    const { returnPath } = paths.createReturnIds(id, 'bounces.shop.example');
    expect(returnPath).toMatch(/^bounce\+[0-9a-z]{1,57}@bounces\.shop\.example$/);
    expect(paths.readReturnPath(returnPath)).toEqual({ ...ref, messageId: id });
    expect(paths.readReturnPath(`<${returnPath.toUpperCase()}>`)).toEqual({ ...ref, messageId: id });
  });

  it.each(['', 'bounce+@a.example', 'bounce+00000000000000@a.example', 'news@a.example'])(
    'ReturnPathService refuses %j',
    (address) => expect(paths.readReturnPath(address)).toBeNull(),
  );

  it('ReturnPathService requires a message id', () => expect(() => paths.createReturnIds('x', 'a.example')).toThrow());

  it('ReturnPathService finds the message of each signed trace in a text, and none of a forged one', () => {
    const other = { ...USUAL, channel: 4 };
    const key = 'abcdefghijklmnopqrstuvwx';
    const { returnPath, reportId } = paths.createReturnIds(id, 'bounces.shop.example');
    const link = `https://shop.example/u/${tokens.createToken('unsubscribe', other, 0, key)}.${key}`;
    const address = `unsubscribe+${tokens.createToken('unsubscribeMail', ref)}@bounces.shop.example`;
    const found = { ...ref, messageId: id };
    for (const trace of [`<${returnPath}>`, `<${reportId}@shop.example>`, `<mailto:${address}?subject=x>`]) {
      expect(paths.findMessages(`Some words ${trace} and more`)).toEqual([found]);
      expect(paths.findMessages(trace.toUpperCase())).toEqual([found]);
    }
    expect(paths.findMessages(`<${link}>`)).toEqual([{ ...other, messageId: messageId(other) }]);
    expect(paths.findMessages(`${returnPath} ${link} ${address}`)).toHaveLength(2);
    for (const forged of [
      `<${id}@shop.example>`,
      `<${messageId(other)}.${reportId.split('.')[1]}x@shop.example>`,
      link.replace(key, key.toUpperCase()),
      address.replace('unsubscribe', 'bounce'),
      `<mailto:${'unsubscribe+x'.repeat(1000)}>`,
    ]) {
      expect(paths.findMessages(forged)).toEqual([]);
    }
  });
});
