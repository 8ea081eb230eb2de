import { Injectable } from '@nestjs/common';
import { CountService, IndexMetricsService } from '#libs/audience';
import { OtherSendRepository, type DryRunReport } from '#libs/delivery/dry-run';
import { AccountStateService } from '#libs/delivery/accounts';
import { OPERATOR } from '#libs/tenancy';
import { PreferenceService } from '#libs/users/preferences';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import type { CheckedCampaign } from './campaign-check.types.js';
import type { CheckFacts, RecentAudience } from './check-warning.types.js';

const DAY_MS = 24 * 3_600_000;
/** Campaigns of a day whose audiences are compared: more take too long to count and to read. */
const MAX_RECENT = 20;
/** A member who checks waits no longer for one warning. */
const MAX_COUNT_MS = 5000;

/** Looks at what a campaign meets: accounts, other campaigns, and what its users got. */
@Injectable()
export class CheckFactsService {
  constructor(
    private readonly accounts: AccountStateService,
    private readonly others: OtherSendRepository,
    private readonly counts: CountService,
    private readonly index: IndexMetricsService,
    private readonly preferences: PreferenceService,
    private readonly db: Database,
    private readonly clock: ClockService,
  ) {}

  /** @param until  ends when no one waits any more */
  async find(
    { request, startsAt }: Pick<CheckedCampaign, 'request' | 'startsAt'>,
    { platforms }: Pick<DryRunReport, 'platforms'>,
    until: AbortSignal | undefined,
  ): Promise<CheckFacts> {
    const { appId } = request;
    const channels = [...new Set(platforms.map(({ channel }) => channel))];
    const [accounts, running, categories, lagSeconds, recent] = await Promise.all([
      this.accounts.listStatuses(appId),
      this.others.findRunning(appId, channels),
      this.preferences.getCategories(appId),
      this.index.readExcessLag(appId),
      this.countRecent(request, startsAt ?? this.clock.now(), until),
    ]);
    return {
      accounts,
      running,
      recent,
      hasCategories: categories.length > 0,
      lagSeconds,
    };
  }

  /**
   * Counts users of the audience who also match one of the campaigns that left within a day before. The index has that
   * at the price of one count, however many there are. Who of them really got something only the results know, of which
   * there are too many to read.
   */
  private async countRecent(
    { appId, target }: CheckedCampaign['request'],
    at: Date,
    until: AbortSignal | undefined,
  ): Promise<RecentAudience | null> {
    const [from, now] = [new Date(at.getTime() - DAY_MS), this.clock.now()];
    const sends = await this.others.findBetween(appId, { from, to: now, at: now, limit: MAX_RECENT });
    const left = sends.filter(({ planned }) => planned !== null);
    if (left.length === 0) {
      return null;
    }
    const anyOf = { type: 'or' as const, of: left.map((send) => send.target) };
    const limit = AbortSignal.timeout(MAX_COUNT_MS);
    try {
      const { counts: users } = await this.db.runUntil(AbortSignal.any([limit, ...(until ? [until] : [])]), () =>
        this.counts.count(appId, { type: 'and', of: [target, anyOf] }, OPERATOR),
      );
      return { campaigns: left.length, users };
    } catch (error) {
      // A target may name what there is not any more, or what is not counted.
      if (limit.aborted || error instanceof AppError) {
        return { campaigns: left.length, users: null };
      }
      throw error;
    }
  }
}
