import { Injectable } from '@nestjs/common';
import { providerOf, RateLimiterService } from '#libs/channels';
import { ProviderAccountService } from '#libs/tenancy';
import { AccountStateService, type AccountStatus } from '#libs/delivery/accounts';
import type { ChannelRateLimits } from './expected-time.js';

/** Reads how the provider accounts of an application limit a send now. */
@Injectable()
export class AccountLimitsService {
  constructor(
    private readonly accountCredentials: ProviderAccountService,
    private readonly accountStates: AccountStateService,
    private readonly rateLimiter: RateLimiterService,
  ) {}

  /** The account of each channel; of several the first that sends. */
  async readStatuses(appId: number): Promise<Map<string, AccountStatus>> {
    const statuses = new Map<string, AccountStatus>();
    for (const status of await this.accountStates.listStatuses(appId)) {
      const other = statuses.get(status.channel);
      statuses.set(status.channel, other && !isStopped(other) ? other : status);
    }
    return statuses;
  }

  /** Reads the rate limits by channel. A ramp begins with its current rate. Of several accounts the limits are added up. */
  async readRateLimits(appId: number): Promise<Map<string, ChannelRateLimits>> {
    const limitsByChannel = new Map<string, ChannelRateLimits>();
    for (const { accountId, channel, key, provider, pace } of await this.accountStates.listStatuses(appId)) {
      const { spacing } = providerOf(provider);
      const credentials = spacing && (await this.accountCredentials.findByKey(appId, key))?.credentials;
      const rampFrom =
        pace?.rampFrom === undefined ? undefined : await this.rateLimiter.getRate({ accountId, ...pace });
      const limits = { ...pace, rampFrom, segmentsPerSecond: credentials && spacing?.(credentials) };
      limitsByChannel.set(channel, addLimits(limitsByChannel.get(channel), limits));
    }
    return limitsByChannel;
  }
}

function isStopped({ paused, breaker }: AccountStatus): boolean {
  return paused !== null || breaker !== null;
}

/** A limit that one of the accounts does not have is none of the channel. */
function addLimits(some: ChannelRateLimits | undefined, more: ChannelRateLimits): ChannelRateLimits {
  const add = (name: keyof ChannelRateLimits): number | undefined => {
    const [first, second] = [some?.[name], more[name]];
    return first === undefined || second === undefined ? undefined : first + second;
  };
  return some
    ? {
        perSecond: add('perSecond'),
        rampFrom: add('rampFrom'),
        perDomain: add('perDomain'),
        segmentsPerSecond: add('segmentsPerSecond'),
      }
    : more;
}
