import { Injectable } from '@nestjs/common';
import { AccountStateService } from '#libs/delivery/accounts';
import { EventsService } from '#libs/events';
import { CampaignOverviewService } from '#libs/reporting/campaigns';
import type { FieldsOf } from '../../rest/messaging/definitions.dto.js';
import { toHome, type PanelHomeDto } from './home.dto.js';

/** The part of the first screen that is the same for every member: the screen opens with it, and a stream goes on. */
@Injectable()
export class HomeOverviewService {
  constructor(
    private readonly campaigns: CampaignOverviewService,
    private readonly accounts: AccountStateService,
    private readonly events: EventsService,
  ) {}

  async read(appId: number): Promise<FieldsOf<PanelHomeDto>> {
    const [overview, accounts, unmatched] = await Promise.all([
      this.campaigns.getOverview(appId),
      this.accounts.listStatuses(appId),
      this.events.listUnmatchedNames(appId),
    ]);
    return toHome(overview, accounts, unmatched.length);
  }
}
