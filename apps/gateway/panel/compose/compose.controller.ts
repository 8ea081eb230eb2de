import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { permissionsOf, type Permission } from '#libs/members';
import {
  CampaignLaunchService,
  ComposedCampaignDto,
  ComposePreviewService,
  TestSendService,
  type CampaignAuthor,
} from '#libs/notifications';
import { AppError } from '#platform/errors';
import { AnswersSecret, NeedsIdempotencyKey } from '../../http/body/idempotency.interceptor.js';
import { WhileAsked } from '../../http/request/while-asked.js';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import {
  CampaignCheckDto,
  CampaignLaunchDto,
  ComposePreviewDto,
  ComposeQuestionDto,
  ComposeTestDto,
  LaunchedDto,
  toCheck,
  toPreview,
} from './compose.dto.js';

/** Campaigns that somebody writes: shown as they would arrive, checked as they would be launched, and launched so. */
@PanelApi('Compose')
@Controller('panel/1.0/apps/:app/compose')
export class PanelComposeController {
  constructor(
    private readonly previews: ComposePreviewService,
    private readonly launches: CampaignLaunchService,
    private readonly tests: TestSendService,
  ) {}

  /** It changes nothing; a message does not fit into an address. */
  @Post('preview')
  @HttpCode(200)
  @Allows('campaigns.write')
  @AnswersSecret()
  @OkResponse('Shows a message as providers would get it, for one person or for nobody', ComposePreviewDto)
  async preview(
    @InApp() caller: AppCaller,
    @Body() { message, extId }: ComposeQuestionDto,
  ): Promise<ComposePreviewDto> {
    if (extId === undefined) {
      return toPreview(await this.previews.preview(authorOf(caller), message, null));
    }
    requirePermission(caller, 'users.read');
    const person = { extId, seesPrivate: permissionsOf(caller.grants, caller.app.id).has('users.private') };
    return toPreview(await this.previews.preview(authorOf(caller), message, person));
  }

  /** It changes nothing. */
  @Post('check')
  @HttpCode(200)
  @Allows('campaigns.write')
  @OkResponse('Counts whom a campaign would reach now, by the planner of the launch', CampaignCheckDto)
  async check(
    @InApp() caller: AppCaller,
    @Body() campaign: ComposedCampaignDto,
    @WhileAsked() asked: AbortSignal,
  ): Promise<CampaignCheckDto> {
    return toCheck(await this.launches.check(authorOf(caller), campaign, asked));
  }

  @Post('test')
  @HttpCode(200)
  @Allows('campaigns.send')
  @NeedsIdempotencyKey()
  @OkResponse('Sends a message to one person, before anybody else gets it', LaunchedDto)
  async test(@InApp() caller: AppCaller, @Body() { message, extId }: ComposeTestDto): Promise<LaunchedDto> {
    requirePermission(caller, 'users.read');
    return { key: String(await this.tests.send(authorOf(caller), message, extId)), waits: false };
  }

  @Post('launch')
  @HttpCode(200)
  @Allows('campaigns.send')
  @NeedsIdempotencyKey()
  @OkResponse('Launches a campaign that was checked, or asks for it, where it would still reach as many', LaunchedDto)
  async launch(
    @InApp() caller: AppCaller,
    @Body() { campaign, seen, revises }: CampaignLaunchDto,
  ): Promise<LaunchedDto> {
    const replaced = revises === undefined ? null : readNumber(revises);
    const { key, waits } = await this.launches.launch(authorOf(caller), campaign, seen, replaced);
    return { key: String(key), waits };
  }
}

function authorOf({ app, origin }: AppCaller): CampaignAuthor {
  return { ...origin, appId: app.id, iconUrl: app.settings.iconUrl };
}

/** @throws AppError permission_missing */
function requirePermission({ app, grants }: AppCaller, permission: Permission): void {
  if (!permissionsOf(grants, app.id).has(permission)) {
    throw new AppError('permission_missing', `You lack the permission ${permission}`, { field: permission });
  }
}
