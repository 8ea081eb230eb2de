import { Controller, Get } from '@nestjs/common';
import { CountService } from '#libs/audience';
import { AccountStateService } from '#libs/delivery/accounts';
import { MemberService, permissionsOf, type Permission } from '#libs/members';
import { NotificationDefinitionService } from '#libs/notifications';
import { DraftService } from '#libs/notifications/drafts';
import { UserLookupService } from '#libs/users/registry';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { HOME_STEPS, HomeStepsDto, type HomeStep } from './home-steps.dto.js';

/** The permission that each step takes. */
const NEEDS: Readonly<Record<HomeStep, Permission>> = {
  account: 'accounts.write',
  people: 'users.import',
  attribute: 'definitions.write',
  campaign: 'campaigns.write',
  colleague: 'members.write',
};

/** The first steps in an application, each with the fact that ticks it. */
@PanelApi('Home')
@Controller('panel/1.0/apps/:app/home/steps')
export class HomeStepsController {
  constructor(
    private readonly accounts: AccountStateService,
    private readonly counts: CountService,
    private readonly users: UserLookupService,
    private readonly campaigns: NotificationDefinitionService,
    private readonly drafts: DraftService,
    private readonly members: MemberService,
  ) {}

  @Get()
  @Allows('campaigns.read')
  @OkResponse('Lists the first steps that the member may take, and which are done', HomeStepsDto)
  async listSteps(@InApp() { app, grants, origin }: AppCaller): Promise<HomeStepsDto> {
    const may = permissionsOf(grants, app.id);
    const facts: Readonly<Record<HomeStep, () => Promise<boolean>>> = {
      account: async () => (await this.accounts.listStatuses(app.id)).length > 0,
      people: async () => (await this.counts.countUsers(app.id)) > 0,
      attribute: async () => (await this.users.findLatestAttributes(app.id)).some(({ locked }) => !locked),
      campaign: async () =>
        (await this.campaigns.listCampaigns(app.id, { before: null, limit: 1 })).length > 0 ||
        (await this.drafts.listLatestOf(app.id, origin.by, 1)).length > 0,
      colleague: async () => (await this.members.listColleagues({ grants })).length > 1,
    };
    const steps = HOME_STEPS.filter((step) => may.has(NEEDS[step]));
    return { items: await Promise.all(steps.map(async (step) => ({ step, done: await facts[step]() }))) };
  }
}
