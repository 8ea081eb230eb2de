import { Controller, Get } from '@nestjs/common';
import { AccountStateService } from '#libs/delivery';
import { CampaignDeskService } from '#libs/desk';
import { EventsService } from '#libs/events';
import { permissionsOf } from '#libs/members';
import { ReviewReaderService } from '#libs/notifications';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { OwnHomeDto, toHome } from './home.dto.js';

/** The first screen of an application. */
@PanelApi('Home')
@Controller('panel/1.0/apps/:app/home')
export class PanelHomeController {
  constructor(
    private readonly desk: CampaignDeskService,
    private readonly accounts: AccountStateService,
    private readonly events: EventsService,
    private readonly reviews: ReviewReaderService,
  ) {}

  @Get()
  @Allows('campaigns.read')
  @OkResponse('Tells what needs somebody now', OwnHomeDto)
  async getHome(@InApp() { app, grants, origin }: AppCaller): Promise<OwnHomeDto> {
    const decides = permissionsOf(grants, app.id).has('campaigns.approve');
    const [overview, accounts, unmatched, approvals] = await Promise.all([
      this.desk.getOverview(app.id),
      this.accounts.listStatuses(app.id),
      this.events.listUnmatchedNames(app.id),
      decides ? this.reviews.countFor(app.id, origin.by) : 0,
    ]);
    return { ...toHome(overview, accounts, unmatched.length), approvals };
  }
}
