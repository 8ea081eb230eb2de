import { Injectable } from '@nestjs/common';
import { bulkTarget, WrittenTargetService, type Target } from '#libs/audience';
import { INBOX, toBulkContent, toInboxContent, type CampaignContentDto } from '#libs/content';
import type { CampaignReach } from '#libs/delivery';
import { malformed, missing } from '#platform/errors';
import { readDuration } from '#platform/spelling';
import { nameFields } from '#platform/validation';
import {
  CampaignStoreService,
  type CampaignAuthor,
  type CampaignContents,
  type CampaignRequest,
} from './campaign-store.service.js';
import { CampaignService, type WrittenContent } from './campaign.service.js';
import type { ContentsCampaignDto } from './contents.dto.js';

/** A campaign with several contents as it is asked for, beside its target. */
export type WrittenCampaign = Omit<ContentsCampaignDto, 'target'>;

const DEFAULT_WITHIN_S = 86_400;
/** Not the code of an attribute. */
const LAST_ACTIVE = 'lastActive';

/** Campaigns with several contents: one key, one target, and a dispatch for each content. */
@Injectable()
export class CampaignContentsService {
  constructor(
    private readonly campaigns: CampaignService,
    private readonly store: CampaignStoreService,
    private readonly targets: WrittenTargetService,
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
    const { title, contents, schedule, options = {} } = request;
    const reach = readReach(request);
    refuseTwice(contents);
    if (schedule?.notWithin !== undefined && schedule.repeat !== undefined && reach.reach !== 'all') {
      throw malformed("Field 'schedule.notWithin' should be absent: it is served with reach 'all'");
    }
    await this.checkAttribute(caller, reach);
    const written: WrittenContent[] = [];
    for (const [index, content] of contents.entries()) {
      written.push(await this.readContent(caller, content, { title, place: `contents[${index}]` }));
    }
    const order = Object.assign({ ...(schedule && { schedule }) }, options);
    nameFields(order, (field) => (/^(speed|limit)\b/.test(field) ? `options.${field}` : field));
    const requests = await this.campaigns.prepareEach(caller, order, target, written);
    if (reach.reach !== 'all') {
      refuseOwnChoices(requests);
    }
    return { title, requests: requests.map((each) => ({ ...each, options: { ...each.options, reach } })) };
  }

  /** Refuses attributes that the member may not see. @throws AppError as `WrittenTargetService.check` */
  private async checkAttribute(caller: CampaignAuthor, { preferredBy }: CampaignReach): Promise<void> {
    if (preferredBy !== undefined && preferredBy !== LAST_ACTIVE) {
      const holds: Target = { type: 'profile', code: preferredBy, values: ['IOS'] };
      await this.targets.check(caller.appId, holds, caller);
    }
  }

  private async readContent(
    caller: CampaignAuthor,
    content: CampaignContentDto,
    { title, place }: { title: string; place: string },
  ): Promise<WrittenContent> {
    nameFields(content, (field) => `${place}.${field}`);
    const request = toBulkContent(content, title);
    const message = await this.campaigns.readMessage(caller, request);
    return { request, message: content.platforms.includes(INBOX) ? toInboxContent(message) : message };
  }
}

/** @throws AppError malformed, missing_field */
function readReach({ reach = 'all', within, preferredBy, contents }: WrittenCampaign): CampaignReach {
  if (within !== undefined && reach !== 'first') {
    throw malformed("Field 'within' goes with reach first");
  }
  if (preferredBy !== undefined && reach !== 'preferred') {
    throw malformed("Field 'preferredBy' goes with reach preferred");
  }
  if (reach === 'preferred' && preferredBy === undefined) {
    throw missing('preferredBy');
  }
  return {
    reach,
    contents: contents.length,
    ...(reach === 'first' && { within: within === undefined ? DEFAULT_WITHIN_S : readDuration(within) }),
    ...(preferredBy !== undefined && { preferredBy }),
  };
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

/** @throws AppError malformed for a platform in two contents */
function refuseTwice(contents: readonly CampaignContentDto[]): void {
  const places = new Map<string, number>();
  for (const [index, { platforms }] of contents.entries()) {
    for (const [position, platform] of platforms.entries()) {
      const earlier = places.get(platform);
      if (earlier !== undefined && earlier !== index) {
        throw malformed(
          `Field 'contents[${index}].platforms[${position}]': ${platform} is a platform of contents[${earlier}] already`,
        );
      }
      places.set(platform, index);
    }
  }
}
