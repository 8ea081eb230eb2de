import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { segmentTarget } from '#libs/audience';
import { malformed } from '#platform/errors';
import type { CampaignAuthor } from '../campaigns/campaign-store.service.js';
import { CampaignService } from '../campaigns/campaign.service.js';
import type { CheckedCampaign } from '../forecasts/campaign-check.types.js';
import { toBulkMessage, type ComposedCampaignDto } from './composed-campaign.dto.js';
import { MailContentService } from './mail-content.service.js';

/** Reads composed campaigns: whatever is asked of one, it is asked of the same request. */
@Injectable()
export class ComposedCampaignService {
  constructor(
    private readonly campaigns: CampaignService,
    private readonly mails: MailContentService,
  ) {}

  /**
   * The request that a launch would store, without storing it.
   *
   * @throws AppError as `CampaignService.prepare` and `segmentTarget`
   */
  async prepare(author: CampaignAuthor, composed: ComposedCampaignDto): Promise<CheckedCampaign> {
    if ((composed.others ?? []).length > 0) {
      throw malformed("Field 'others': a campaign has one content");
    }
    const written = await this.mails.write(author.appId, composed);
    const bulk = toBulkMessage(written.content, composed);
    const target = segmentTarget(composed.target);
    const request = await this.campaigns.prepare(author, bulk, target);
    const { dueAt, now } = await this.campaigns.readSchedule(author.appId, bulk);
    const startsAt = dueAt <= now ? null : dueAt;
    // The start of a campaign that waits for approval is the moment of the request, which differs between requests.
    const { startTime: _startTime, ...options } = request.options;
    const content = [request.message, target, options, startsAt, request.dueAt === null, request.speed ?? null];
    const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
    return { request, startsAt, hash, waits: request.dueAt === null };
  }
}
