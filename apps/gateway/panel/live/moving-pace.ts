import type { CampaignOverview, CampaignPace } from '#libs/reporting/campaigns';

/** Over which time the present pace is taken: long enough for a sub-batch on a slow account. */
const WINDOW_MS = 10_000;

/** The pace of one campaign by looks that follow each other: recipients with a final result a second. */
export class MovingPace {
  private looks: { at: number; settled: number }[] = [];

  /** Takes a look. @returns the pace up to it */
  add(now: Date, { state, startedAt, finishedAt, planned, sent, failed, skipped }: CampaignOverview): CampaignPace {
    const at = now.getTime();
    const settled = sent + failed + skipped;
    this.looks = [...this.looks.filter((look) => at - look.at <= WINDOW_MS), { at, settled }];
    const [first] = this.looks;
    const seconds = startedAt ? ((finishedAt ?? now).getTime() - startedAt.getTime()) / 1000 : 0;
    const mean = seconds > 0 ? (sent + failed) / seconds : 0;
    if (state !== 'SENDING' || !first || at === first.at) {
      return { now: 0, mean, expectedEnd: null };
    }
    const present = ((settled - first.settled) * 1000) / (at - first.at);
    const left = planned - settled;
    return { now: present, mean, expectedEnd: present > 0 ? new Date(at + (left * 1000) / present) : null };
  }
}
