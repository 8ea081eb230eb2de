import type { Changes } from '#platform/outbox';
import type { Reading } from './reading.js';

/**
 * Users of whom something changed that matters to a segment.
 *
 * @property judged  the rule has to be asked about them
 * @property moved   of those and others: their platforms may be other ones
 */
export interface Touched {
  judged: Set<number>;
  moved: Set<number>;
}

export function touchedBy(changes: Changes['changes'], reading: Reading): Touched {
  const touched: Touched = { judged: new Set(), moved: new Set() };
  for (const { kind, uids, keys } of changes) {
    if (kind === 'user' || kind === 'installation') {
      uids.forEach((uid) => touched.moved.add(uid));
    }
    if (isJudged(kind, keys, reading)) {
      uids.forEach((uid) => touched.judged.add(uid));
    }
  }
  return touched;
}

function isJudged(kind: Changes['changes'][number]['kind'], keys: readonly number[], reading: Reading): boolean {
  switch (kind) {
    case 'user':
      return true;
    case 'installation':
      return reading.devices;
    case 'attribute':
      return keys.some((key) => reading.attrIds.has(key));
    case 'tag':
      return keys.some((key) => reading.tagIds.has(key));
    case 'event':
      return keys.some((key) => reading.eventIds.has(key));
    case 'category':
      return false;
  }
}
