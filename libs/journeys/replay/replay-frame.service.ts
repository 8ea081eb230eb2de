import { Injectable } from '@nestjs/common';
import { PolicyService } from '#libs/contact-policy';
import { ApplicationService } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { Database } from '#platform/db';
import { DAY_MS } from '#platform/spelling';
import { PriceRepository } from '../prices/price.repository.js';
import type { ReplayFrame } from './replay-part.js';
import { ReplayPolicy } from './replay-policy.js';

/** Reads what an application has for replays: its clock, contact policy and prices. */
@Injectable()
export class ReplayFrameService {
  constructor(
    private readonly db: Database,
    private readonly applications: ApplicationService,
    private readonly users: UserLookupService,
    private readonly policies: PolicyService,
    private readonly prices: PriceRepository,
  ) {}

  async open(appId: number, days: number, now: Date): Promise<ReplayFrame> {
    const attributes = await this.users.getAttributesByCode(appId);
    const { timeZone: zone, emailFrequency } = (await this.applications.getApplication(appId)).settings;
    const prices = await this.prices.find(this.db, appId);
    return {
      from: now.getTime() - days * DAY_MS,
      to: now.getTime(),
      zone,
      prices,
      asksCountries: prices.some(({ country }) => country !== undefined),
      policy: new ReplayPolicy({ ...(await this.policies.find(appId)), appId, zone }),
      followsPersons: await this.policies.followsPersons(appId),
      offersFrequency: emailFrequency.length > 0,
      isDay: (code) => attributes.get(code)?.dataType === 'DATE',
    };
  }
}
