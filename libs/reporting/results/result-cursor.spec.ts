import { describe, expect, it } from 'vitest';
import { readCursor, writeCursor, type ResultCursor } from './result-cursor.js';

const at = '2026-02-28T10:11:12.123456Z';
const dispatchId = 9_007_199_254_740_991;

describe('Result cursor', () => {
  it.each<ResultCursor>([
    { source: 'result', at, vb: 1023, dispatchId, channel: 5, recipientId: 4_294_967_295 },
    { source: 'leftOut', at, dispatchId, vbFrom: 512, kind: 1, reason: 'UNKNOWN_USER', position: 999 },
    { source: 'chunk', dispatchId, chunkId: 12, position: 3999 },
    { source: 'retry', dispatchId, channel: 1, recipientId: 7 },
  ])('A cursor of the source $source is read as it was written', (cursor) =>
    expect(readCursor(writeCursor(cursor))).toEqual(cursor),
  );

  it.each([
    'hJbolUuHucJ9dd',
    '',
    '0',
    writeCursor({
      source: 'result',
      at: '2026-13-99T10:11:12.123456Z',
      vb: 0,
      dispatchId: 1,
      channel: 1,
      recipientId: 1,
    }),
    writeCursor({ source: 'result', at: 'x'.repeat(27), vb: 0, dispatchId: 1, channel: 1, recipientId: 1 }),
  ])('readCursor returns null for %j', (text) => expect(readCursor(text)).toBeNull());
});
