import type { Definition } from '#libs/notifications';
import type { PushStatistics } from '#libs/reporting';
import type { CampaignProgress, ResultReasons } from '#libs/reporting/campaigns';

/** A campaign in a list. */
export interface CampaignEntry {
  notificationKey: number;
  title: string | null;
  state: string;
  createdAt: Date;
  waitsForApproval: boolean;
  /** When it begins, or began, or is meant to; null: it has no time. */
  dueAt: Date | null;
  /** While it is sent: now. */
  endDate: Date;
  sent: number;
  failed: number;
  clicked: number;
  /** Recipients that got nothing, for a reason of their own. */
  leftOutSum: number;
}

/** A campaign with all that is known of it. */
export interface ShownCampaign extends CampaignEntry {
  stats: PushStatistics['stats'];
  leftOut: Record<string, number>;
  /** Null once it has ended. */
  progress: CampaignProgress | null;
  failures: ResultReasons;
  waiting: ResultReasons | null;
}

export function toEntry({ notificationKey, message, createdAt }: Definition, figures: PushStatistics): CampaignEntry {
  const { state, status, isHeld, dueAt, endDate, stats, leftOut } = figures;
  const sum = (name: 'sent' | 'failed' | 'clicked'): number => stats.reduce((total, entry) => total + entry[name], 0);
  return {
    notificationKey,
    title: message.title ?? null,
    state: state ?? status,
    createdAt,
    waitsForApproval: isHeld,
    dueAt,
    endDate,
    sent: sum('sent'),
    failed: sum('failed'),
    clicked: sum('clicked'),
    leftOutSum: Object.values(leftOut).reduce((total, count) => total + count, 0),
  };
}

/** One line: key, state, time, figures, title. */
export function formatEntry({
  notificationKey,
  title,
  state,
  waitsForApproval,
  dueAt,
  sent,
  failed,
  clicked,
  leftOutSum,
}: CampaignEntry): string {
  const figures = `${sent} sent, ${failed} failed, ${leftOutSum} left out, ${clicked} clicked`;
  const time = dueAt?.toISOString() ?? 'without a time';
  const at = waitsForApproval ? formatWait(dueAt) : time;
  return `${String(notificationKey).padStart(8)}  ${state.padEnd(8)}  ${at}  ${figures}  ${title ?? ''}`.trimEnd();
}

export function formatCampaign(campaign: ShownCampaign): string[] {
  const { notificationKey, title, state, endDate, progress, stats, leftOut, failures, waiting } = campaign;
  const ended = progress === null ? [`ended ${endDate.toISOString()}`] : [];
  return [
    [
      `Campaign ${notificationKey}${title === null ? '' : `, ${title}`}: ${state}`,
      ...formatStart(campaign),
      ...ended,
    ].join(', '),
    ...(progress ? formatProgress(progress) : []),
    ...stats.map(
      ({ platform, sent, failed, clicked }) =>
        `  ${platform.padEnd(8)} ${sent} sent, ${failed} failed, ${clicked} clicked`,
    ),
    ...formatReasons('Left out', { reasons: leftOut, isSample: false }),
    ...formatReasons('Failed', failures),
    ...(waiting ? formatReasons('Waiting', waiting) : []),
  ];
}

function formatStart({ waitsForApproval, dueAt }: CampaignEntry): string[] {
  return waitsForApproval ? [formatWait(dueAt)] : dueAt === null ? [] : [`due ${dueAt.toISOString()}`];
}

/** Nothing is due before it is approved. */
function formatWait(meantFor: Date | null): string {
  return `waits for approval${meantFor === null ? '' : `, meant for ${meantFor.toISOString()}`}`;
}

function formatProgress({
  planned,
  success,
  failed,
  skipped,
  retries,
  perSecond,
  secondsLeft,
}: CampaignProgress): string[] {
  const settled = success + failed + skipped;
  const share = planned === 0 ? '' : `${((settled / planned) * 100).toFixed(1)} %  `;
  const pace = perSecond === null ? '' : `, ${Math.round(perSecond)} a second`;
  const left = secondsLeft === null ? '' : `, ${Math.round(secondsLeft)} s left`;
  const repeats = retries > 0 ? `, ${retries} wait to be tried again` : '';
  return [`  ${share}${settled} of ${planned} recipients${pace}${left}${repeats}`];
}

function formatReasons(title: string, { reasons, isSample }: ResultReasons): string[] {
  const lines = Object.entries(reasons).map(([reason, count]) => `  ${String(count).padStart(8)}  ${reason}`);
  return lines.length === 0 ? [] : [`${title}${isSample ? ', of the last 1000' : ''}:`, ...lines];
}
