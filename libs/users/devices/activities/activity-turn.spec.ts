import { describe, expect, it } from 'vitest';
import type { ActivityToken, ActivityTurn } from './activity-token.repository.js';
import { takeTurn } from './activity-turn.js';

const token = (kind: 'start' | 'update', name: string, last?: ActivityTurn): ActivityToken => ({
  kind,
  type: 'Match',
  token: name,
  at: '2026-01-01T00:00:00.000Z',
  ...(last && { last }),
});
const message = (dispatchId: number, timestamp = 100): ActivityTurn => ({
  dispatchId,
  timestamp,
  acceptedAt: dispatchId * 10,
});

/** The timestamps of messages that have their turns one after the other. */
function timestampsOf(
  kinds: readonly ('start' | 'update')[],
  messages: readonly ActivityTurn[],
): (number | undefined)[] {
  let tokens: readonly ActivityToken[] = [token('start', 'aa'), token('update', 'bb')];
  return messages.map((entry, index) => {
    const used = tokens.find(({ kind }) => kind === kinds[index]);
    const result = used && takeTurn(tokens, used, entry);
    tokens = result?.tokens ?? tokens;
    return result?.turn.timestamp;
  });
}

describe('takeTurn', () => {
  it('takeTurn gives messages of one second timestamps that rise by one', () => {
    const messages = [message(1), message(2), message(3), message(4, 101)];
    expect(timestampsOf(['update', 'update', 'update', 'update'], messages)).toEqual([100, 101, 102, 103]);
  });

  it('takeTurn follows the time again after a pause', () => {
    expect(timestampsOf(['update', 'update', 'update'], [message(1), message(2), message(3, 500)])).toEqual([
      100, 101, 500,
    ]);
  });

  it('takeTurn gives an update a later timestamp than the start before it', () => {
    expect(timestampsOf(['start', 'update'], [message(1), message(2)])).toEqual([100, 101]);
  });

  it('takeTurn refuses an update after one that was accepted later, and gives a repeat its former timestamp', () => {
    const messages = [message(2), message(1), message(2, 900)];
    expect(timestampsOf(['update', 'update', 'update'], messages)).toEqual([100, undefined, 100]);
  });

  it('takeTurn orders messages of the same moment by their ids', () => {
    const same = [2, 1, 3].map((dispatchId) => ({ dispatchId, timestamp: 100, acceptedAt: 5 }));
    expect(timestampsOf(['update', 'update', 'update'], same)).toEqual([100, undefined, 101]);
  });

  it('takeTurn lets every start begin, whatever the order', () => {
    expect(timestampsOf(['start', 'start'], [message(2), message(1)])).toEqual([100, 101]);
  });
});
