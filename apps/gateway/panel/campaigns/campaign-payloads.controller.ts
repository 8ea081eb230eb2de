import { Controller, Get, Param, Query } from '@nestjs/common';
import { PayloadPreviewService } from '#libs/delivery';
import type { Message } from '#libs/content';
import { ContentStatisticsService } from '#libs/reporting';
import { PersonHeadService } from '#libs/reporting/people';
import { CampaignOverviewService } from '#libs/reporting/campaigns';
import { permissionsOf } from '#libs/members';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { PayloadDto, PayloadListDto, PayloadsQuery, toPayload, toPersonalPayload } from '../payloads/payloads.dto.js';

/** Payloads of a campaign for providers. */
@PanelApi('Campaigns')
@Controller('panel/1.0/apps/:app/campaigns')
export class CampaignPayloadsController {
  constructor(
    private readonly campaigns: CampaignOverviewService,
    private readonly people: PersonHeadService,
    private readonly contents: ContentStatisticsService,
    private readonly previews: PayloadPreviewService,
    private readonly clock: ClockService,
  ) {}

  @Get(':key/payloads')
  @Allows('campaigns.read')
  @OkResponse(
    'Lists what providers are given, by platform and language, or for the addresses of one user',
    PayloadListDto,
  )
  async listPayloads(
    @InApp() { app, grants }: AppCaller,
    @Param('key') key: string,
    @Query() { uid }: PayloadsQuery,
  ): Promise<PayloadListDto> {
    const { definition, startedAt } = await this.campaigns.get(app.id, readNumber(key));
    const contents = await this.contents.listMessages(app.id, definition.notificationKey);
    const launchedAt = startedAt ?? this.clock.now();
    const messages = contents.length > 0 ? contents : [{ message: definition.message }];
    if (uid === undefined) {
      return { items: await this.listEach(messages, (message) => this.listOf({ appId: app.id, message, launchedAt })) };
    }
    for (const permission of ['users.read', 'users.private'] as const) {
      if (!permissionsOf(grants, app.id).has(permission)) {
        throw new AppError('permission_missing', `You lack the permission ${permission}`, { field: permission });
      }
    }
    const user = readNumber(uid);
    const { overview } = await this.people.get(app.id, user);
    const ids = overview.devices.map(({ installationId }) => installationId);
    const listOfUser = async (message: Message): Promise<PayloadDto[]> =>
      (await this.previews.listPayloadsOf({ appId: app.id, message, launchedAt }, user, ids)).map(toPersonalPayload);
    return { items: await this.listEach(messages, listOfUser) };
  }

  private async listOf(launched: Parameters<PayloadPreviewService['listPayloads']>[0]): Promise<PayloadDto[]> {
    return (await this.previews.listPayloads(launched)).map(toPayload);
  }

  /** The payloads of each content, one after the other. */
  private async listEach(
    contents: readonly { content?: number; message: Message }[],
    list: (message: Message) => Promise<PayloadDto[]>,
  ): Promise<PayloadDto[]> {
    const items: PayloadDto[] = [];
    for (const { content, message } of contents) {
      items.push(...(await list(message)).map((item) => Object.assign(item, content !== undefined && { content })));
    }
    return items;
  }
}
