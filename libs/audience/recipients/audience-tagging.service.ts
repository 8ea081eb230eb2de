import { Injectable } from '@nestjs/common';
import { PrivateTargetService } from './private-target.service.js';
import { UserSelectionService } from './user-selection.service.js';
import type { Target } from '../targets/target.js';
import type { Origin } from '#libs/audit';
import type { Viewer } from '#libs/tenancy';
import { TaggingService, type Tagging, type TaggingDirection } from '#libs/users/imports';

/** @property asked  ends with the request for the beginning */
export interface AudienceTagging {
  target: Target;
  tag: string;
  direction: TaggingDirection;
  viewer: Viewer;
  asked: AbortSignal;
}

/** A tag for everyone in an audience. */
@Injectable()
export class AudienceTaggingService {
  constructor(
    private readonly selection: UserSelectionService,
    private readonly privateTargets: PrivateTargetService,
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
    { target, tag, direction, viewer, asked }: AudienceTagging,
  ): Promise<Tagging> {
    await this.taggings.readTag(appId, tag, direction);
    await this.privateTargets.refuseAsked(appId, target, viewer);
    return this.taggings.add(origin, appId, { tag, direction }, await this.selection.findUids(appId, target, asked));
  }
}
