import { Injectable } from '@nestjs/common';
import { UserSelectionService, type Target } from '#libs/audience';
import type { Origin } from '#libs/audit';
import { TaggingService, type Tagging, type TaggingDirection } from '#libs/users';
import { AppError } from '#platform/errors';

/**
 * @property seesPrivate  whether who asks may see private values
 * @property asked        ends when nobody waits for the beginning any more
 */
export interface AudienceTagging {
  target: Target;
  tag: string;
  direction: TaggingDirection;
  seesPrivate: boolean;
  asked: AbortSignal;
}

/** A tag for everybody in an audience. */
@Injectable()
export class AudienceTaggingService {
  constructor(
    private readonly selection: UserSelectionService,
    private readonly taggings: TaggingService,
  ) {}

  /**
   * Finds the users, and hands exactly these to the schedulers. Who joins the audience later gets nothing.
   *
   * @throws AppError as `TaggingService.add`; permission_missing for people found by what the member may not see; as
   *   `UserSelectionService.findUids`, for example for a segment that is gone
   */
  async start(
    origin: Origin,
    appId: number,
    { target, tag, direction, seesPrivate, asked }: AudienceTagging,
  ): Promise<Tagging> {
    await this.taggings.readTag(appId, tag, direction);
    if (!seesPrivate && (await this.selection.findPrivateCode(appId, target)) !== undefined) {
      throw new AppError('permission_missing', 'You lack the permission users.private', { field: 'users.private' });
    }
    return this.taggings.add(origin, appId, { tag, direction }, await this.selection.findUids(appId, target, asked));
  }
}
