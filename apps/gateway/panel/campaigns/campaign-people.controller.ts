import { Controller, Get, Param, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import type { Response } from 'express';
import type { ResultFilter } from '#libs/reporting';
import { CampaignOverviewService, CampaignReasonsService, RecipientExportService } from '#libs/reporting/campaigns';
import { permissionsOf } from '#libs/members';
import { UserLookupService } from '#libs/users/registry';
import { CSV_TYPE, FileStreams } from '../../http/responses/file-streams.js';
import { OkJsonResponse, OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, NeedsProof, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { ReasonListDto, toReasonList } from './campaigns.dto.js';
import { RecipientPagesService } from './recipient-pages.service.js';
import { RecipientFileQuery, RecipientPageDto, RecipientsQuery, type RecipientFilter } from './recipients.dto.js';

/** Recipients of a campaign and reasons. */
@PanelApi('Campaigns')
@Controller('panel/1.0/apps/:app/campaigns')
export class CampaignPeopleController {
  constructor(
    private readonly campaigns: CampaignOverviewService,
    private readonly reasons: CampaignReasonsService,
    private readonly users: UserLookupService,
    private readonly exports: RecipientExportService,
    private readonly recipients: RecipientPagesService,
    private readonly streams: FileStreams,
  ) {}

  @Get(':key/reasons')
  @Allows('campaigns.read')
  @OkResponse('Sums why recipients failed or got nothing', ReasonListDto)
  async sumReasons(@InApp() { app, grants }: AppCaller, @Param('key') key: string): Promise<ReasonListDto> {
    const campaign = await this.campaigns.get(app.id, readNumber(key));
    const sums = await this.reasons.sum(app.id, campaign);
    const extIds = sums.reasons.flatMap(({ examples }) => examples);
    const isPersonShown = permissionsOf(grants, app.id).has('users.read');
    return toReasonList(sums, isPersonShown ? await this.users.findUidsByExtIds(app.id, extIds) : undefined);
  }

  @Get(':key/recipients')
  @Allows('users.read')
  @OkResponse('Lists recipients of a campaign, those who got nothing too', RecipientPageDto)
  async listRecipients(
    @InApp() { app }: AppCaller,
    @Param('key') key: string,
    @Query() { after, limit, ...filter }: RecipientsQuery,
  ): Promise<RecipientPageDto> {
    return this.recipients.read(app.id, await this.toFilter(app.id, key, filter), { after, limit });
  }

  @Get(':key/recipients.csv')
  @Allows('users.export')
  @NeedsProof()
  @ApiProduces('text/csv')
  @OkJsonResponse('Exports recipients as CSV, without a filter those who got nothing too; the audit log has it', {
    schema: { type: 'string' },
  })
  async exportRecipients(
    @InApp() { app, origin }: AppCaller,
    @Param('key') key: string,
    @Query() filter: RecipientFileQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const stored = await this.toFilter(app.id, key, filter);
    const { asOf, lines } = await this.exports.start(origin, app.id, stored);
    const name = `recipients-${stored.notificationKey}.csv`;
    return this.streams.answer(response, lines, { type: CSV_TYPE, name, asOf });
  }

  /** @throws AppError unknown_key */
  private async toFilter(
    appId: number,
    key: string,
    { status, reason, platform }: RecipientFilter,
  ): Promise<Omit<ResultFilter, 'showsPrivate'> & { notificationKey: number }> {
    const { definition } = await this.campaigns.get(appId, readNumber(key));
    return {
      notificationKey: definition.notificationKey,
      ...(status !== undefined && { status }),
      ...(reason !== undefined && { reason }),
      // Sums of those who were left out have no platform.
      ...(platform !== undefined && platform !== 'ANY' && { platform }),
    };
  }
}
