import { Injectable } from '@nestjs/common';
import { UserSelectionService } from '#libs/audience';
import { PayloadPreviewService } from '#libs/delivery';
import { UserLookupService } from '#libs/users';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { CampaignDryRunService, type ExplainedNotification } from '../campaigns/campaign-dry-run.service.js';
import type { CampaignAuthor, CampaignRequest } from '../campaigns/campaign-store.service.js';
import type { PreviewedPerson } from './compose-preview.service.js';
import { findPrivateCode } from './compose-warnings.js';
import type { ComposedCampaignDto } from './composed-campaign.dto.js';
import { ComposedCampaignService } from './composed-campaign.service.js';

/** Tells of one person whether a campaign that is being written would reach it. */
@Injectable()
export class CampaignOutlookService {
  constructor(
    private readonly composed: ComposedCampaignService,
    private readonly dryRuns: CampaignDryRunService,
    private readonly selection: UserSelectionService,
    private readonly payloads: PayloadPreviewService,
    private readonly users: UserLookupService,
    private readonly clock: ClockService,
  ) {}

  /**
   * What a launch now would come to for a person, clause by clause and platform by platform.
   *
   * @throws AppError unknown_subject with the field `extId`; permission_missing for a campaign that looks at what who asks
   *   may not see of a person; else as `ComposedCampaignService.prepare`
   */
  async explain(
    author: CampaignAuthor,
    composed: ComposedCampaignDto,
    { extId, seesPrivate }: PreviewedPerson,
  ): Promise<ExplainedNotification> {
    const { request } = await this.composed.prepare(author, composed);
    if (!seesPrivate) {
      await this.refusePrivate(request);
    }
    try {
      return await this.dryRuns.explainRequest(request, extId);
    } catch (error) {
      if (error instanceof AppError && error.refusal === 'unknown_subject') {
        throw new AppError('unknown_subject', `No user has the extId '${extId.slice(0, 80)}'`, { field: 'extId' });
      }
      throw error;
    }
  }

  /** Each clause that is told, and each message that cannot be made, answers a question about the person's values. */
  private async refusePrivate({ appId, target, message }: CampaignRequest): Promise<void> {
    const asked = await this.selection.findPrivateCode(appId, target);
    const samples = await this.payloads.listPayloads({ appId, message, launchedAt: this.clock.now() });
    const hidden = asked ?? findPrivateCode(samples, await this.users.findLatestAttributes(appId));
    if (hidden !== undefined) {
      const place = asked === undefined ? 'message' : 'target';
      throw new AppError(
        'permission_missing',
        `The ${place} looks at '${hidden.slice(0, 80)}', which is private: you lack the permission users.private`,
        { field: 'users.private' },
      );
    }
  }
}
