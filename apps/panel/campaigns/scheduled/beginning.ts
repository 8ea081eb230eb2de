import type { Campaign } from '../../api/types.js';

/** True before the launch: nothing of it is planned or sent, and its time or approval is to come. */
export function isAhead({ state, startedAt, planned }: Pick<Campaign, 'state' | 'startedAt' | 'planned'>): boolean {
  return state === 'SCHEDULED' || state === 'HELD' || (state === 'PAUSED' && startedAt === null && planned === 0);
}

/** True where it was stopped before its launch, so that it has no recipients at all. */
export function endedBeforeStart({ state, planned }: Pick<Campaign, 'state' | 'planned'>): boolean {
  return state === 'STOPPED' && planned === 0;
}
