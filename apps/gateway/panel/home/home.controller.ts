import { Controller, Get } from '@nestjs/common';
import { IndexMetricsService } from '#libs/audience';
import { WebhookDeliveryService } from '#libs/delivery/webhooks';
import { TokenLimitService } from '#libs/reporting/campaigns';
import { permissionsOf } from '#libs/members';
import { ReviewReaderService } from '#libs/notifications/reviews';
import { DraftService } from '#libs/notifications/drafts';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { HomeOverviewService } from './home-overview.service.js';
import { OwnHomeDto, toHomeDraft, toHomeTokenLimit } from './home.dto.js';

/** The rest stands in the list of drafts. */
const MAX_DRAFTS = 3;

/** The first screen of an application. */
@PanelApi('Home')
@Controller('panel/1.0/apps/:app/home')
export class PanelHomeController {
  constructor(
    private readonly overviews: HomeOverviewService,
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
    const [overview, approvals, drafts, lagSeconds, webhooksGivenUp, limited] = await Promise.all([
      this.overviews.read(app.id),
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
    return { ...overview, ...waiting };
  }
}
