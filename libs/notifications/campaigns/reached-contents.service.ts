import { Injectable } from '@nestjs/common';
import type { Target } from '#libs/audience';
import { WrittenTargetService } from '#libs/audience/recipients';
import { INBOX, toBulkContent, toInboxContent, type CampaignContentDto } from '#libs/content/parse';
import type { CampaignReach } from '#libs/delivery';
import type { Viewer } from '#libs/tenancy';
import { malformed, missing } from '#platform/errors';
import { readDuration } from '#platform/spelling';
import { nameFields } from '#platform/validation';
import type { CampaignAuthor } from './campaign-store.service.js';
import { CampaignService, type WrittenContent } from './campaign.service.js';
import type { ReachedContentsDto } from './requests/contents.dto.js';

const DEFAULT_WITHIN_S = 86_400;
/** Not the code of an attribute. */
const LAST_ACTIVE = 'lastActive';

/** Reads contents that go to a person together, of campaigns and of steps of journeys. */
@Injectable()
export class ReachedContentsService {
  constructor(
    private readonly campaigns: CampaignService,
    private readonly targets: WrittenTargetService,
  ) {}

  /** @throws AppError malformed for a platform in two contents, and for `within` or `preferredBy` beside another `reach`; missing_field */
  readReach({ reach = 'all', within, preferredBy, contents }: ReachedContentsDto): CampaignReach {
    refuseTwice(contents);
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

  /** Refuses attributes that the viewer may not see. @throws AppError as `WrittenTargetService.check` */
  async checkAttribute(appId: number, { preferredBy }: CampaignReach, viewer: Viewer): Promise<void> {
    if (preferredBy !== undefined && preferredBy !== LAST_ACTIVE) {
      const holds: Target = { type: 'profile', code: preferredBy, values: ['IOS'] };
      await this.targets.check(appId, holds, viewer);
    }
  }

  /** Refuses contents that decide by private values. @throws AppError as `CampaignService.refuseDeciding` */
  async refuseDeciding(
    author: Parameters<CampaignService['refuseDeciding']>[0],
    { contents }: ReachedContentsDto,
    title: string,
  ): Promise<void> {
    for (const content of author.seesPrivate ? [] : contents) {
      await this.campaigns.refuseDeciding(author, toBulkContent(content, title));
    }
  }

  /**
   * The messages of contents, in their order.
   *
   * @param path  of the field that has `contents`, with a dot; empty: the body
   * @throws AppError as `CampaignService.readMessage`, with the place of the field (`contents[1].text`)
   */
  async read(
    author: Pick<CampaignAuthor, 'appId' | 'iconUrl' | 'templates' | 'by' | 'seesPrivate' | 'values'>,
    { contents }: ReachedContentsDto,
    { title, path }: { title: string; path: string },
  ): Promise<WrittenContent[]> {
    const written: WrittenContent[] = [];
    for (const [index, content] of contents.entries()) {
      nameFields(content, (field) => `${path}contents[${index}].${field}`);
      const request = toBulkContent(content, title);
      const message = await this.campaigns.readMessage(author, request);
      written.push({ request, message: content.platforms.includes(INBOX) ? toInboxContent(message) : message });
    }
    return written;
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
