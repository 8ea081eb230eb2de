import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import {
  CampaignLaunchService,
  CampaignOutlookService,
  ComposedCampaignDto,
  ComposePreviewService,
  TestSendService,
} from '#libs/notifications/compose';
import { NeighbourService } from '#libs/notifications/forecasts';
import type { CampaignAuthor } from '#libs/notifications/campaigns';
import { missing } from '#platform/errors';
import { MaxBody } from '../../http/body/body.interceptor.js';
import { AnswersSecret, NeedsIdempotencyKey } from '../../http/body/idempotency.interceptor.js';
import { OkResponse } from '../../http/responses/responses.js';
import { WhileAsked } from '../../http/request/while-asked.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { requirePermission } from '../access/require-permission.js';
import { seesPrivate } from '../access/sees-private.js';
import { toWhy, WhyDto } from '../users/why.dto.js';
import { CheckDto, toCheck } from './check.dto.js';
import {
  CampaignLaunchDto,
  ComposeQuestionDto,
  ComposeTestDto,
  LaunchedDto,
  SentTestDto,
  WillGetDto,
} from './compose.dto.js';
import { ComposePreviewDto, toPreview } from './preview.dto.js';
import { NeighbourhoodDto, NeighboursQuery, toNeighbourhood } from './neighbours.dto.js';

/** An e-mail may have 1 MB in each of some languages. */
const MAX_COMPOSED = 4 * 1024 * 1024;

/** Campaigns that a member writes: shown as they would arrive, checked as they would be launched, and launched so. */
@PanelApi('Compose')
@Controller('panel/1.0/apps/:app/compose')
export class PanelComposeController {
  constructor(
    private readonly previews: ComposePreviewService,
    private readonly launches: CampaignLaunchService,
    private readonly tests: TestSendService,
    private readonly neighbours: NeighbourService,
    private readonly outlooks: CampaignOutlookService,
  ) {}

  @Get('neighbours')
  @Allows('campaigns.write')
  @OkResponse('Lists what else leaves within a day of a moment', NeighbourhoodDto)
  async listNeighbours(
    @InApp() { app }: AppCaller,
    @Query() { at }: NeighboursQuery,
    @WhileAsked() asked: AbortSignal,
  ): Promise<NeighbourhoodDto> {
    return toNeighbourhood(await this.neighbours.find(app.id, new Date(at), { asked, compared: null }));
  }

  /** It changes nothing; a message does not fit into an address. */
  @Post('preview')
  @HttpCode(200)
  @MaxBody(MAX_COMPOSED)
  @Allows('campaigns.write')
  @AnswersSecret()
  @OkResponse('Shows a message as providers would get it, for one person or for nobody', ComposePreviewDto)
  async preview(
    @InApp() caller: AppCaller,
    @Body() { extId, language, values = [], ...composed }: ComposeQuestionDto,
  ): Promise<ComposePreviewDto> {
    const author = { ...authorOf(caller), values };
    if (extId === undefined) {
      if (language !== undefined) {
        throw missing('extId');
      }
      return toPreview(await this.previews.preview(author, composed, null));
    }
    requirePermission(caller, 'users.read');
    const person = { extId, language, seesPrivate: seesPrivate(caller) };
    return toPreview(await this.previews.preview(author, composed, person));
  }

  /** It changes nothing of the application. That of a small audience has ended with the answer. */
  @Post('check')
  @HttpCode(200)
  @MaxBody(MAX_COMPOSED)
  @Allows('campaigns.write')
  @OkResponse('Begins to count whom a campaign would reach now, by the planner of the launch', CheckDto)
  async check(@InApp() caller: AppCaller, @Body() campaign: ComposedCampaignDto): Promise<CheckDto> {
    return toCheck(await this.launches.check(authorOf(caller), campaign));
  }

  /** It changes nothing. It shows a person, so it needs more than a check does. */
  @Post('will-get')
  @HttpCode(200)
  @MaxBody(MAX_COMPOSED)
  @Allows('campaigns.write')
  @AnswersSecret()
  @OkResponse('Tells whether a campaign would reach a person now, and why not. No limit is considered', WhyDto)
  async willGet(@InApp() caller: AppCaller, @Body() { extId, ...campaign }: WillGetDto): Promise<WhyDto> {
    requirePermission(caller, 'users.read');
    return toWhy({ now: await this.outlooks.explain(authorOf(caller), campaign, extId), results: [] });
  }

  @Post('test')
  @HttpCode(200)
  @MaxBody(MAX_COMPOSED)
  @Allows('campaigns.send')
  @NeedsIdempotencyKey()
  @OkResponse('Sends a message to a few people, before anybody else gets it', SentTestDto)
  async test(
    @InApp() caller: AppCaller,
    @Body() { extIds, language, others = [], ...composed }: ComposeTestDto,
  ): Promise<SentTestDto> {
    requirePermission(caller, 'users.read');
    const sent = await this.tests.send(authorOf(caller), [composed, ...others], { extIds, language });
    return {
      id: String(sent.dispatchId),
      key: String(sent.notificationKey),
      people: sent.people.map(({ uid, extId }) => ({ uid: String(uid), extId })),
      others: sent.others.map(({ dispatchId, notificationKey }) => ({
        id: String(dispatchId),
        key: String(notificationKey),
      })),
    };
  }

  @Post('launch')
  @HttpCode(200)
  @MaxBody(MAX_COMPOSED)
  @Allows('campaigns.send')
  @NeedsIdempotencyKey()
  @OkResponse('Launches a campaign that was checked, or asks for it, where it would still reach as many', LaunchedDto)
  async launch(
    @InApp() caller: AppCaller,
    @Body() { campaign, seen, revises, draft }: CampaignLaunchDto,
  ): Promise<LaunchedDto> {
    const from = {
      revises: revises === undefined ? null : readNumber(revises),
      saved: draft === undefined ? null : { draftId: readNumber(draft.id), version: draft.version },
    };
    const { key, waits } = await this.launches.launch(authorOf(caller), campaign, seen, from);
    return { key: String(key), waits };
  }
}

function authorOf(caller: AppCaller): CampaignAuthor {
  const { app, origin } = caller;
  return {
    ...origin,
    appId: app.id,
    iconUrl: app.settings.iconUrl,
    templates: app.settings.templates,
    seesPrivate: seesPrivate(caller),
  };
}
