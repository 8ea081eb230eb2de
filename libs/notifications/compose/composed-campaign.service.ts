import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { segmentTarget, type Target } from '#libs/audience';
import { INBOX } from '#libs/content/parse';
import { type CampaignAuthor, CampaignContentsService, CampaignService } from '#libs/notifications/campaigns';
import type { CheckedCampaign, CheckedRequest } from '#libs/notifications/forecasts';
import { toBulkMessage, type ComposedCampaignDto } from './composed-campaign.dto.js';
import { MailContentService } from './mail-content.service.js';

/** Reads composed campaigns: whatever is asked of one, it is asked of the same request. */
@Injectable()
export class ComposedCampaignService {
  constructor(
    private readonly campaigns: CampaignService,
    private readonly contents: CampaignContentsService,
    private readonly mails: MailContentService,
  ) {}

  /**
   * The request that a launch would store, without storing it.
   *
   * @throws AppError as `CampaignService.prepare` and `segmentTarget`
   */
  async prepare(author: CampaignAuthor, composed: ComposedCampaignDto): Promise<CheckedCampaign> {
    const target = segmentTarget(composed.target);
    const request = await this.readRequest(author, composed, target);
    const { dueAt, now } = await this.campaigns.readSchedule(author.appId, composed);
    const startsAt = dueAt <= now ? null : dueAt;
    const others = (request.others ?? []).map((other) => [other.message, toHashed(other)]);
    const content = [
      request.message,
      target,
      toHashed(request),
      startsAt,
      request.dueAt === null,
      request.speed ?? null,
      ...others,
    ];
    const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
    return { request, startsAt, hash, waits: request.dueAt === null };
  }

  private async readRequest(
    author: CampaignAuthor,
    composed: ComposedCampaignDto,
    target: Target,
  ): Promise<CheckedRequest> {
    const { others = [], schedule, speed, limit, options, reach, within, preferredBy } = composed;
    const { content } = await this.mails.write(author.appId, composed);
    if (others.length === 0 && !content.platforms.includes(INBOX)) {
      return this.campaigns.prepare(author, toBulkMessage(content, composed), target);
    }
    const contents = [content];
    for (const other of others) {
      contents.push((await this.mails.write(author.appId, other)).content);
    }
    const campaign = {
      title: composed.message.title,
      contents,
      ...(reach && { reach }),
      ...(within !== undefined && { within }),
      ...(preferredBy !== undefined && { preferredBy }),
      ...(schedule && { schedule }),
      options: {
        ...(options?.holdout !== undefined && { holdout: options.holdout }),
        ...(options?.priority !== undefined && { priority: options.priority }),
        ...(speed && { speed }),
        ...(limit !== undefined && { limit }),
      },
    };
    const { requests } = await this.contents.prepare(author, campaign, target);
    const [first, ...further] = requests.map((request, index) => ({ ...request, content: index }));
    if (first === undefined) {
      throw new RangeError('A campaign has at least one content');
    }
    return { ...first, ...(further.length > 0 && { others: further }) };
  }
}

/** The start of a campaign that waits for approval is the moment of the request, which differs between requests. */
function toHashed({ options: { startTime: _startTime, ...options } }: CheckedRequest): object {
  return options;
}
