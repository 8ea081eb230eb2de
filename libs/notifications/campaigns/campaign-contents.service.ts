import { Injectable } from '@nestjs/common';
import { bulkTarget, type Target } from '#libs/audience';
import { malformed } from '#platform/errors';
import { nameFields } from '#platform/validation';
import {
  CampaignStoreService,
  type CampaignAuthor,
  type CampaignContents,
  type CampaignRequest,
} from './campaign-store.service.js';
import { CampaignService } from './campaign.service.js';
import type { ContentsCampaignDto } from './requests/contents.dto.js';
import { ReachedContentsService } from './reached-contents.service.js';

/** A campaign with several contents as it is asked for, beside its target. */
export type WrittenCampaign = Omit<ContentsCampaignDto, 'target'>;

/** Campaigns with several contents: one key, one target, and a dispatch for each content. */
@Injectable()
export class CampaignContentsService {
  constructor(
    private readonly campaigns: CampaignService,
    private readonly store: CampaignStoreService,
    private readonly contents: ReachedContentsService,
  ) {}

  /** @returns the key @throws AppError as `prepare` */
  async send(caller: CampaignAuthor, request: ContentsCampaignDto): Promise<number> {
    return this.store.storeContents(caller, await this.prepare(caller, request, bulkTarget(request.target)));
  }

  /**
   * Reads the request without storing it.
   *
   * @throws AppError as `CampaignService.prepareBulk`, with the place of the field (`contents[1].text`); malformed for a
   *   platform in two contents, and for `within` or `preferredBy` beside another `reach`
   */
  async prepare(caller: CampaignAuthor, request: WrittenCampaign, target: Target): Promise<CampaignContents> {
    const { title, schedule, options = {} } = request;
    const reach = this.contents.readReach(request);
    if (schedule?.notWithin !== undefined && schedule.repeat !== undefined && reach.reach !== 'all') {
      throw malformed("Field 'schedule.notWithin' should be absent: it is served with reach 'all'");
    }
    await this.contents.checkAttribute(caller.appId, reach, caller);
    const written = await this.contents.read(caller, request, { title, path: '' });
    const order = Object.assign({ ...(schedule && { schedule }), options }, options);
    nameFields(order, (field) => (/^(speed|limit)\b/.test(field) ? `options.${field}` : field));
    const requests = await this.campaigns.prepareEach(caller, order, target, written);
    if (reach.reach !== 'all') {
      refuseOwnChoices(requests);
    }
    return { title, requests: requests.map((each) => ({ ...each, options: { ...each.options, reach } })) };
  }
}

/** Refuses choices of one content: people are chosen for all contents together. @throws AppError malformed */
function refuseOwnChoices(requests: readonly CampaignRequest[]): void {
  for (const [index, { options }] of requests.entries()) {
    const [platform] = Object.keys(options.limits?.platforms ?? {});
    if (platform !== undefined) {
      const field = `contents[${index}].${platform.toLowerCase()}.limit`;
      throw malformed(`Field '${field}' goes with reach all: options.limit counts people of all contents`);
    }
    if (options.replaces) {
      throw malformed(`Field 'contents[${index}].customJson.refID' goes with reach all`);
    }
  }
}
