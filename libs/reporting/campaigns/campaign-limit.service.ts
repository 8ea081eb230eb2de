import { Injectable } from '@nestjs/common';
import { channelOf } from '#libs/content';
import { AccountStateService, type AccountStatus } from '#libs/delivery/accounts';
import { CampaignProgressService } from './campaign-progress.service.js';
import { StatisticsService } from '../statistics/statistics.service.js';
import { ClockService } from '#platform/runtime';
import type { CampaignOverview, PaceLimit, CampaignPace } from './campaign-overview.types.js';

/** Share of a bound from which a pace counts as bound by it: packages and sub-batches make it uneven. */
const NEAR = 0.8;

/** Says what keeps a campaign from going faster. */
@Injectable()
export class CampaignLimitService {
  constructor(
    private readonly statistics: StatisticsService,
    private readonly accounts: AccountStateService,
    private readonly progress: CampaignProgressService,
    private readonly clock: ClockService,
  ) {}

  /**
   * The nearest limit first: an account that does not send, then the speed, the account's pace, its provider.
   *
   * @returns null while it does not go, and no limit is known
   */
  async find(appId: number, campaign: CampaignOverview, { now }: CampaignPace): Promise<PaceLimit | null> {
    const { state, definition } = campaign;
    if (state !== 'SENDING') {
      return null;
    }
    const channels = new Set<string>(definition.message.platforms.map((platform) => channelOf(platform)));
    const accounts = (await this.accounts.listStatuses(appId)).filter(({ channel }) => channels.has(channel));
    if (accounts.some(({ paused }) => paused !== null)) {
      return 'pause';
    }
    if (accounts.some(({ breaker }) => breaker !== null && breaker.until > this.clock.now())) {
      return 'rest';
    }
    if ((await this.statistics.getOrder(appId, definition.notificationKey)).isPaced) {
      return 'speed';
    }
    const bound = boundOf(accounts);
    if (bound !== null && now >= NEAR * bound) {
      return 'account';
    }
    const { retries } = await this.progress.measure(appId, definition.notificationKey, 0);
    return retries > 0 ? 'provider' : now > 0 ? 'machine' : null;
  }
}

/** Messages a second that accounts allow together; null: one has no bound of its own. */
function boundOf(accounts: readonly AccountStatus[]): number | null {
  const bounds = accounts.map(({ pace }) => pace?.perSecond ?? null);
  return bounds.length === 0 || bounds.includes(null) ? null : bounds.reduce<number>((sum, n) => sum + (n ?? 0), 0);
}
