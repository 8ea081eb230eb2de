import { Controller, Get, Param, Query } from '@nestjs/common';
import { PayloadPreviewService } from '#libs/delivery';
import { CampaignOverviewService, PersonHeadService } from '#libs/reporting';
import { permissionsOf } from '#libs/members';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { PayloadListDto, PayloadsQuery, toPayload, toPersonalPayload } from './payloads.dto.js';

/** Payloads of a campaign for providers. */
@PanelApi('Campaigns')
@Controller('panel/1.0/apps/:app/campaigns')
export class CampaignPayloadsController {
  constructor(
    private readonly campaigns: CampaignOverviewService,
    private readonly people: PersonHeadService,
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
    const message = { appId: app.id, message: definition.message, launchedAt: startedAt ?? this.clock.now() };
    if (uid === undefined) {
      return { items: (await this.previews.listPayloads(message)).map(toPayload) };
    }
    for (const permission of ['users.read', 'users.private'] as const) {
      if (!permissionsOf(grants, app.id).has(permission)) {
        throw new AppError('permission_missing', `You lack the permission ${permission}`, { field: permission });
      }
    }
    const user = readNumber(uid);
    const { overview } = await this.people.get(app.id, user);
    const ids = overview.devices.map(({ installationId }) => installationId);
    return { items: (await this.previews.listPayloadsOf(message, user, ids)).map(toPersonalPayload) };
  }
}
