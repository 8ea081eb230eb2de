import { Controller, Get } from '@nestjs/common';
import { AccountStateService } from '#libs/delivery';
import { CampaignDeskService } from '#libs/desk';
import { EventsService } from '#libs/events';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { PanelHomeDto, toHome } from './home.dto.js';

/** The first screen of an application. */
@PanelApi('Home')
@Controller('panel/1.0/apps/:app/home')
export class PanelHomeController {
  constructor(
    private readonly desk: CampaignDeskService,
    private readonly accounts: AccountStateService,
    private readonly events: EventsService,
  ) {}

  @Get()
  @Allows('campaigns.read')
  @OkResponse('Tells what needs somebody now', PanelHomeDto)
  async getHome(@InApp() { app }: AppCaller): Promise<PanelHomeDto> {
    const [overview, accounts, unmatched] = await Promise.all([
      this.desk.getOverview(app.id),
      this.accounts.listStatuses(app.id),
      this.events.listUnmatchedNames(app.id),
    ]);
    return toHome(overview, accounts, unmatched.length);
  }
}
