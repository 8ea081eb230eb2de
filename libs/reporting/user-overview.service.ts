import { Injectable } from '@nestjs/common';
import { SegmentService, type MemberSegment } from '#libs/audience';
import { UserExportService, type ExportedUser } from '#libs/users/preferences';
import type { PushResult } from './results/reporting.types.js';
import { ResultsService } from './results/results.service.js';

/**
 * The part of a user that the caller may see.
 *
 * @property private   private values
 * @property segments  names of the user's segments
 * @property results   how many of the last results; 0: none
 */
export interface OverviewExtent {
  private: boolean;
  segments: boolean;
  results: number;
}

/** A user with everything: profile, devices, tags, consents, segments and last results. */
export interface UserOverview extends Omit<ExportedUser, 'formerDevices' | 'merges' | 'user'> {
  user: NonNullable<ExportedUser['user']>;
  /** Absent where the caller may not see them. */
  segments?: readonly MemberSegment[];
  results?: readonly PushResult[];
}

/** Reads one user as its row, devices, segments and results stand now. */
@Injectable()
export class UserOverviewService {
  constructor(
    private readonly users: UserExportService,
    private readonly segments: SegmentService,
    private readonly results: ResultsService,
  ) {}

  /** @throws AppError unknown_subject */
  async getUser(appId: number, extId: string, extent: OverviewExtent): Promise<UserOverview> {
    const { uid, ...found } = await this.users.readUser(appId, extId, extent.private);
    const [segments, results] = await Promise.all([
      extent.segments ? this.segments.findWithMember(appId, uid) : undefined,
      extent.results > 0
        ? this.results.getPage(appId, {
            extId,
            max: extent.results,
            start: new Date(0),
            showsPrivate: extent.private,
          })
        : undefined,
    ]);
    return { ...found, ...(segments && { segments }), ...(results && { results: results.list }) };
  }
}
