import { Controller, Get } from '@nestjs/common';
import { IndexMetricsService } from '#libs/audience';
import { AccountStateService, WebhookDeliveryService } from '#libs/delivery';
import { CampaignOverviewService, TokenLimitService } from '#libs/reporting';
import { EventsService } from '#libs/events';
import { permissionsOf } from '#libs/members';
import { DraftService, ReviewReaderService } from '#libs/notifications';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { OwnHomeDto, toHome, toHomeDraft, toHomeTokenLimit } from './home.dto.js';

/** The rest stands in the list of drafts. */
const MAX_DRAFTS = 3;

/** The first screen of an application. */
@PanelApi('Home')
@Controller('panel/1.0/apps/:app/home')
export class PanelHomeController {
  constructor(
    private readonly campaigns: CampaignOverviewService,
    private readonly accounts: AccountStateService,
    private readonly events: EventsService,
    private readonly reviews: ReviewReaderService,
    private readonly drafts: DraftService,
    private readonly index: IndexMetricsService,
    private readonly webhooks: WebhookDeliveryService,
    private readonly tokenLimits: TokenLimitService,
  ) {}

  @Get()
  @Allows('campaigns.read')
  @OkResponse('Tells what needs somebody now', OwnHomeDto)
  async getHome(@InApp() { app, grants, origin }: AppCaller): Promise<OwnHomeDto> {
    const may = permissionsOf(grants, app.id);
    const [overview, accounts, unmatched, approvals, drafts, lagSeconds, webhooksGivenUp, limited] = await Promise.all([
      this.campaigns.getOverview(app.id),
      this.accounts.listStatuses(app.id),
      this.events.listUnmatchedNames(app.id),
      may.has('campaigns.approve') ? this.reviews.countFor(app.id, origin.by) : 0,
      may.has('campaigns.write') ? this.drafts.listLatestOf(app.id, origin.by, MAX_DRAFTS) : [],
      may.has('audience.count') || may.has('accounts.write') ? this.index.readLag(app.id) : 0,
      may.has('setup.write') ? this.webhooks.countGivenUp(app.id) : 0,
      may.has('setup.write') ? this.tokenLimits.listNewest(app.id) : [],
    ]);
    const waiting = {
      approvals,
      drafts: drafts.map(toHomeDraft),
      indexLagSeconds: Math.round(lagSeconds),
      webhooksGivenUp,
      tokenLimits: limited.map(toHomeTokenLimit),
    };
    return { ...toHome(overview, accounts, unmatched.length), ...waiting };
  }
}
