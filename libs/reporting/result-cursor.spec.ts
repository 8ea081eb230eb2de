import { describe, expect, it } from 'vitest';
import { readCursor, writeCursor } from './result-cursor.js';

describe('result cursor', () => {
  it('comes back as it was', () => {
    const cursor = {
      day: '2026-02-28',
      vb: 1023,
      dispatchId: 9_007_199_254_740_991,
      channel: 5,
      recipientId: 4_294_967_295,
    };
    expect(readCursor(writeCursor(cursor))).toEqual(cursor);
  });

  it.each([
    'hJbolUuHucJ9dd',
    '',
    '0',
    writeCursor({ day: '2026-13-99', vb: 0, dispatchId: 1, channel: 1, recipientId: 1 }),
  ])('reads %j as no cursor', (text) => expect(readCursor(text)).toBeNull());
});
