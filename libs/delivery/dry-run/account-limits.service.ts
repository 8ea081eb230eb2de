import { Injectable } from '@nestjs/common';
import { providerOf, RateLimiterService } from '#libs/channels';
import { ProviderAccountService } from '#libs/tenancy';
import { AccountStateService, type AccountStatus } from '../accounts/account-state.service.js';
import type { ChannelRateLimits } from './expected-time.js';

/** Reads how the provider accounts of an application limit a send now. */
@Injectable()
export class AccountLimitsService {
  constructor(
    private readonly accountCredentials: ProviderAccountService,
    private readonly accountStates: AccountStateService,
    private readonly rateLimiter: RateLimiterService,
  ) {}

  async readStatuses(appId: number): Promise<Map<string, AccountStatus>> {
    return new Map((await this.accountStates.listStatuses(appId)).map((status) => [status.channel, status]));
  }

  /** Reads the rate limits by channel. A ramp begins with its current rate. */
  async readRateLimits(appId: number): Promise<Map<string, ChannelRateLimits>> {
    const limitsByChannel = new Map<string, ChannelRateLimits>();
    for (const { accountId, channel, provider, pace } of await this.accountStates.listStatuses(appId)) {
      const { spacing } = providerOf(provider);
      const credentials = spacing && (await this.accountCredentials.findAccount(appId, channel))?.credentials;
      const rampFrom =
        pace?.rampFrom === undefined ? undefined : await this.rateLimiter.getRate({ accountId, ...pace });
      limitsByChannel.set(channel, { ...pace, rampFrom, segmentsPerSecond: credentials && spacing?.(credentials) });
    }
    return limitsByChannel;
  }
}
