import type { PastSummary } from '#libs/delivery/key-totals';
import type { SendSummary } from './statistics.repository.js';

const OPEN_STATES: readonly string[] = ['SENDING', 'PAUSED', 'STARTING', 'SCHEDULED'];

/**
 * The summary of a key from its sends with rows and from those without. A send that both know counts once.
 *
 * @param live  absent: no send has rows
 */
export function mergeSummaries(live: SendSummary | undefined, past: PastSummary): SendSummary {
  const isFinished = past.isFinished || live?.state === 'FINISHED';
  const isOpen = live !== undefined && OPEN_STATES.includes(live.state);
  const isNamed = live !== undefined && live.platforms.length > 0;
  return {
    notificationKey: past.notificationKey,
    state: isOpen ? live.state : isFinished ? 'FINISHED' : 'STOPPED',
    isHeld: false,
    nextDueAt: live?.nextDueAt ?? null,
    lastDueAt: latest(live?.lastDueAt, past.dueAt),
    platforms: isNamed ? live.platforms : past.platforms,
    sending: live?.sending ?? false,
    startDate: live && live.startDate < past.startedAt ? live.startDate : past.startedAt,
    endDate: latest(live?.endDate, past.endedAt),
  };
}

function latest(first: Date | null | undefined, second: Date | null): Date | null {
  return first && (!second || first > second) ? first : second;
}
