import type { SendSummary } from './statistics.repository.js';
import type { CampaignRun, RecurringCampaign } from '#libs/delivery/recurring';

/**
 * The summary of a recurring campaign: between its runs it is scheduled, and under way until the last one has ended.
 *
 * @param summary  of its runs; undefined: none is known
 */
export function summarizeRecurring(
  series: RecurringCampaign,
  summary: SendSummary | undefined,
  platforms: readonly string[],
): SendSummary {
  const { key, createdAt, nextAt, isAsked, isPaused, endedAt, isStopped } = series;
  const runs: SendSummary = summary ?? {
    notificationKey: key,
    state: 'STOPPED',
    isHeld: false,
    nextDueAt: null,
    lastDueAt: null,
    platforms: [...platforms],
    sending: false,
    startDate: createdAt,
    endDate: endedAt,
  };
  if (isAsked) {
    return runs;
  }
  if (endedAt !== null) {
    return { ...runs, state: isStopped && runs.state === 'FINISHED' ? 'STOPPED' : runs.state };
  }
  const isMoving = runs.state === 'SENDING' || runs.state === 'STARTING';
  return {
    ...runs,
    sending: true,
    endDate: null,
    ...(isPaused ? { state: 'PAUSED' } : !isMoving && { state: 'SCHEDULED' }),
    ...((isPaused || !isMoving) && { nextDueAt: nextAt }),
  };
}

/** Sends of one run are one entry: each content has its own. */
function joinContents(sends: readonly CampaignRun[]): CampaignRun[] {
  const byRun = new Map<number | undefined, CampaignRun>();
  for (const send of sends) {
    const other = byRun.get(send.run);
    byRun.set(send.run, other ? join(other, send) : send);
  }
  return [...byRun.values()];
}

const OPEN = ['SENDING', 'PAUSED', 'STARTING'] as const;

function join(first: CampaignRun, second: CampaignRun): CampaignRun {
  const state = OPEN.find((open) => first.state === open || second.state === open) ?? first.state;
  const isOpen = OPEN.some((open) => open === state);
  return {
    ...first,
    state,
    waits: first.waits || second.waits,
    startedAt:
      first.startedAt && second.startedAt && first.startedAt > second.startedAt ? second.startedAt : first.startedAt,
    endedAt: isOpen ? null : latestOf(first.endedAt, second.endedAt),
    planned: first.planned + second.planned,
    sent: first.sent + second.sent,
    failed: first.failed + second.failed,
    skipped: first.skipped + second.skipped,
    clicked: first.clicked + second.clicked,
  };
}

function latestOf(first: Date | null, second: Date | null): Date | null {
  return first && second && first < second ? second : (first ?? second);
}

/** The runs of a campaign and the times without one, the newest first. */
export function mergeRuns(runs: readonly CampaignRun[], { missed }: RecurringCampaign, limit: number): CampaignRun[] {
  const figures = { planned: 0, sent: 0, failed: 0, skipped: 0, clicked: 0 };
  const times = { startedAt: null, endedAt: null };
  const without = missed.map(({ at }): CampaignRun => {
    return { state: 'MISSED', waits: false, dueAt: new Date(at), ...times, ...figures };
  });
  return [...joinContents(runs), ...without].toSorted((a, b) => b.dueAt.getTime() - a.dueAt.getTime()).slice(0, limit);
}
