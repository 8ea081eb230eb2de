import { Injectable } from '@nestjs/common';
import { DeadTokenService } from '#libs/delivery';
import { NotificationDefinitionService } from '#libs/notifications';
import { ClockService } from '#platform/runtime';

/** The newest: an older one that is sent within the week is missed. */
const MAX_CAMPAIGNS = 100;
const MAX_TOLD = 3;
const WEEK_MS = 7 * 86_400_000;

/** @property tokens  reported as dead beyond the limit; they stay in use */
export interface LimitedCampaign {
  notificationKey: number;
  name: string | null;
  tokens: number;
}

/** Finds the campaigns that came to the limit of the tokens that one send may retire. */
@Injectable()
export class TokenLimitService {
  constructor(
    private readonly definitions: NotificationDefinitionService,
    private readonly deadTokens: DeadTokenService,
    private readonly clock: ClockService,
  ) {}

  /** Lists the newest of the last seven days, three at most. */
  async listNewest(appId: number): Promise<LimitedCampaign[]> {
    const campaigns = await this.definitions.listCampaigns(appId, { before: null, limit: MAX_CAMPAIGNS });
    const keys = campaigns.map(({ notificationKey }) => notificationKey);
    const since = new Date(this.clock.now().getTime() - WEEK_MS);
    const beyond = await this.deadTokens.findBeyondLimit(appId, keys, since);
    return campaigns
      .flatMap(({ notificationKey, message }) => {
        const tokens = beyond.get(notificationKey);
        return tokens === undefined ? [] : [{ notificationKey, name: message.title ?? null, tokens }];
      })
      .slice(0, MAX_TOLD);
  }
}
