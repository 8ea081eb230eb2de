import { Injectable } from '@nestjs/common';
import type { Target } from '#libs/audience';
import { AudienceOverlapService } from '#libs/audience/preview';
import { PrivateTargetService } from '#libs/audience/recipients';
import { StatisticsService } from '../statistics/statistics.service.js';
import { OPERATOR, type Viewer } from '#libs/tenancy';
import { AppError } from '#platform/errors';

/** A campaign by its key, or an unfinished one by its target. */
export type ComparedCampaign = { key: number } | { target: Target };

/**
 * Users who match the targets of two campaigns now. Null where they cannot be counted, for example because a segment is
 * gone, or is being calculated for too long.
 *
 * @property users  of each, in their order
 * @property both   who match both
 */
export interface CampaignOverlap {
  users: (number | null)[];
  both: number | null;
}

/** How far the audiences of two campaigns overlap. */
@Injectable()
export class CampaignOverlapService {
  constructor(
    private readonly statistics: StatisticsService,
    private readonly overlaps: AudienceOverlapService,
    private readonly privateTargets: PrivateTargetService,
  ) {}

  /**
   * @throws AppError unknown_key; as `PrivateTargetService.refuseCompared` for what is still written; the reason of `asked`,
   *   when the request has ended
   */
  async count(
    appId: number,
    compared: readonly [ComparedCampaign, ComparedCampaign],
    { asked, viewer }: { asked: AbortSignal; viewer: Viewer },
  ): Promise<CampaignOverlap> {
    const targets: Target[] = [];
    for (const campaign of compared) {
      if ('target' in campaign) {
        await this.privateTargets.refuseCompared(appId, campaign.target, viewer);
      }
      targets.push('key' in campaign ? await this.getTarget(appId, campaign.key) : campaign.target);
    }
    const users: (number | null)[] = [];
    for (const target of targets) {
      users.push(await this.countCommon(appId, [target], asked));
    }
    return { users, both: users.includes(null) ? null : await this.countCommon(appId, targets, asked) };
  }

  private async getTarget(appId: number, key: number): Promise<Target> {
    return (await this.statistics.getOrder(appId, key)).target as Target;
  }

  private async countCommon(appId: number, targets: readonly Target[], asked: AbortSignal): Promise<number | null> {
    try {
      return await this.overlaps.countCommon(appId, targets, { asked, viewer: OPERATOR });
    } catch (error) {
      if (error instanceof AppError) {
        return null;
      }
      throw error;
    }
  }
}
