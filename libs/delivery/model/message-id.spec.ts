import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { messageId, readMessageId } from './message-id.js';

describe('messageId', () => {
  it.each([
    { dispatchId: 1, channel: 1, recipientId: 0 },
    { dispatchId: 9_007_199_254_740_991, channel: 5, recipientId: 4_294_967_295 },
    { dispatchId: 4242, channel: 3, recipientId: 1025 },
  ])('readMessageId reads back %o from a version 8 UUID', (ref) => {
    const id = messageId(ref);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(readMessageId(id)).toEqual(ref);
    expect(readMessageId(id.toUpperCase())).toEqual(ref);
  });

  it.each([
    [{ dispatchId: 1, channel: 1, recipientId: 0 }],
    [{ dispatchId: 9_007_199_254_740_991, channel: 5, recipientId: 4_294_967_295 }],
    [{ dispatchId: 4242, channel: 3, recipientId: 1025 }],
    [{ dispatchId: 37, channel: 2, recipientId: 3_221_225_471 }],
  ])('messageId keeps the bits of %o where clicks and devices have read them since the first release', (ref) => {
    const data = (BigInt(ref.dispatchId) << 37n) | (BigInt(ref.channel) << 32n) | BigInt(ref.recipientId);
    const sum = createHash('sha256').update(`herald:${data}`).digest().readUInt32BE(0);
    const bits = (data << 32n) | BigInt(sum);
    const uuid =
      ((bits >> 74n) << 80n) |
      (8n << 76n) |
      (((bits >> 62n) & 0xfffn) << 64n) |
      (2n << 62n) |
      (bits & ((1n << 62n) - 1n));
    expect(messageId(ref).replaceAll('-', '')).toBe(uuid.toString(16).padStart(32, '0'));
  });

  it('messageId differs for every recipient, channel and dispatch', () => {
    const ids = [1, 2, 3].flatMap((n) => [
      messageId({ dispatchId: n, channel: 1, recipientId: 7 }),
      messageId({ dispatchId: 9, channel: n, recipientId: 7 }),
      messageId({ dispatchId: 9, channel: 4, recipientId: n }),
    ]);
    expect(new Set(ids).size).toBe(9);
  });

  it('readMessageId rejects an id that messageId did not create', () => {
    const id = messageId({ dispatchId: 5, channel: 2, recipientId: 6 });
    expect(readMessageId(id.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toBeNull();
    expect(readMessageId('2b0c6a2e-7e0f-4f0e-9c27-6a1d2f1f9d5c')).toBeNull();
    expect(readMessageId('')).toBeNull();
  });
});
