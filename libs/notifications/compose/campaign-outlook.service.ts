import { Injectable } from '@nestjs/common';
import { PrivateTargetService } from '#libs/audience/recipients';
import { PayloadPreviewService } from '#libs/delivery';
import { requirePrivateView, type Viewer } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import type { CampaignAuthor, CampaignRequest } from '#libs/notifications/campaigns';
import {
  listContents,
  findPrivateCode,
  NotificationExplanationService,
  type ExplainedNotification,
} from '#libs/notifications/forecasts';
import type { ComposedCampaignDto } from './composed-campaign.dto.js';
import { ComposedCampaignService } from './composed-campaign.service.js';

/** Forecasts if a campaign that is being written would reach one person. */
@Injectable()
export class CampaignOutlookService {
  constructor(
    private readonly composed: ComposedCampaignService,
    private readonly explanations: NotificationExplanationService,
    private readonly privateTargets: PrivateTargetService,
    private readonly payloads: PayloadPreviewService,
    private readonly users: UserLookupService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Explains the outcome of a launch now for a person, clause by clause and platform by platform.
   *
   * @throws AppError unknown_subject with the field `extId`; permission_missing for a campaign that looks at what who asks
   *   may not see of a person; else as `ComposedCampaignService.prepare`
   */
  async explain(author: CampaignAuthor, composed: ComposedCampaignDto, extId: string): Promise<ExplainedNotification> {
    const { request } = await this.composed.prepare(author, composed);
    await this.privateTargets.refuseAsked(author.appId, request.target, author);
    const contents = listContents(request);
    for (const content of contents) {
      await this.refusePrivateMessage(content, author);
    }
    try {
      const explained: ExplainedNotification[] = [];
      for (const content of contents) {
        explained.push(await this.explanations.explainRequest(content, extId, author));
      }
      return mergeExplained(explained);
    } catch (error) {
      if (error instanceof AppError && error.refusal === 'unknown_subject') {
        throw new AppError('unknown_subject', `No user has the extId '${extId.slice(0, 80)}'`, { field: 'extId' });
      }
      throw error;
    }
  }

  /** A message that cannot be made reveals something about the values that it names. */
  private async refusePrivateMessage({ appId, message }: CampaignRequest, viewer: Viewer): Promise<void> {
    if (viewer.seesPrivate) {
      return;
    }
    const samples = await this.payloads.listPayloads({ appId, message, launchedAt: this.clock.now() });
    const hidden = findPrivateCode(samples, await this.users.findLatestAttributes(appId));
    if (hidden !== undefined) {
      requirePrivateView(viewer, `The message looks at '${hidden.slice(0, 80)}', which is private`);
    }
  }
}

/** Contents have one target, and platforms of their own. */
function mergeExplained(contents: readonly ExplainedNotification[]): ExplainedNotification {
  const [first] = contents;
  if (first === undefined) {
    throw new RangeError('A campaign has at least one content');
  }
  return {
    target: first.target,
    outlook: contents.flatMap(({ outlook }) => outlook),
    absent: contents.flatMap(({ absent }) => absent),
    fetched: [],
  };
}
