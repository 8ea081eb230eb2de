import { Injectable } from '@nestjs/common';
import { UsersService } from '#libs/users';
import { AppError, malformed } from '#platform/errors';
import { EVERYONE, membersAt } from './member-slices.js';
import { SegmentRepository } from './segment.repository.js';
import type { Segment, SegmentPage, SegmentPageRequest, SegmentUser } from './segment.types.js';
import { SliceRepository } from './slice.repository.js';

/** Page sizes of `getSegmentUsers` (specification, section 8). */
const LEAST_PAGE = 100;
const MOST_PAGE = 1000;
/** Ids are below 2^31; what is not is the id of none. */
const MAX_ID = 2 ** 31 - 1;

/** Reads segments and their members. */
@Injectable()
export class SegmentService {
  constructor(
    private readonly segments: SegmentRepository,
    private readonly slices: SliceRepository,
    private readonly users: UsersService,
  ) {}

  /**
   * All segments of an application.
   *
   * @param platform  number of a platform: only members with an installation of it are counted
   */
  async list(appId: number, platform: number = EVERYONE): Promise<Segment[]> {
    return this.segments.list(appId, platform);
  }

  /**
   * One page of members, ordered by uid. Pages of one version do not shift; a member that is gone meanwhile is left out.
   *
   * @throws AppError malformed for a page larger than 1000, segment_unusable
   */
  async page(appId: number, request: SegmentPageRequest): Promise<SegmentPage> {
    const { offset = 0, platform = EVERYONE } = request;
    const max = Math.max(LEAST_PAGE, request.max ?? LEAST_PAGE);
    if (max > MOST_PAGE) {
      throw malformed(`Field 'max' should be at most ${MOST_PAGE}`);
    }
    const { segmentId, name, served } = await this.get(appId, request.segmentId);
    const version = await this.readable(appId, segmentId, request.version, served);
    const { uids, total } = await this.read({ appId, segmentId, version, platform }, offset, max);
    const list = await this.describe(appId, uids);
    return { name, list, ...(offset + max < total && { next: { offset: offset + max, max, version } }) };
  }

  private async get(appId: number, id: number): Promise<{ segmentId: number; name: string; served: number }> {
    const segment = id > 0 && id <= MAX_ID ? await this.segments.find(appId, id) : undefined;
    if (!segment) {
      throw new AppError('segment_unusable', `Segment ${id} does not exist`);
    }
    const { segmentId, name, version } = segment;
    if (version === null) {
      throw new AppError('segment_unusable', `Segment ${id} was never calculated`);
    }
    return { segmentId, name, served: version };
  }

  private async readable(appId: number, segmentId: number, asked: number | undefined, served: number): Promise<number> {
    if (asked === undefined || asked === served) {
      return served;
    }
    const sizes = await this.slices.findSizes(appId, segmentId, asked, EVERYONE);
    return sizes.length > 0 ? asked : served;
  }

  private async read(
    of: { appId: number; segmentId: number; version: number; platform: number },
    offset: number,
    max: number,
  ): Promise<{ uids: number[]; total: number }> {
    const sizes = await this.slices.findSizes(of.appId, of.segmentId, of.version, of.platform);
    const uids: number[] = [];
    let before = 0;
    for (const { slice, n } of sizes) {
      const [from, to] = [Math.max(0, offset - before), Math.min(n, offset + max - before)];
      if (from < to) {
        const stored = await this.slices.findOne(of.appId, of.segmentId, of.version, of.platform, slice);
        uids.push(...(stored ? membersAt(stored, from, to) : []));
      }
      before += n;
    }
    return { uids, total: before };
  }

  private async describe(appId: number, uids: readonly number[]): Promise<SegmentUser[]> {
    const found = await this.users.recipientsByUser(appId, uids, { withProfile: false });
    const byUid = new Map(found.map((user) => [user.uid, user]));
    return uids.flatMap((uid) => {
      const user = byUid.get(uid);
      return user
        ? [
            {
              ...(user.extId !== null && { externalId: user.extId }),
              ...(user.msisdn !== null && { msisdn: user.msisdn }),
              ...(user.email !== null && { email: user.email }),
            },
          ]
        : [];
    });
  }
}
