import { Injectable } from '@nestjs/common';
import { UserLookupService } from '#libs/users';
import { AppError, malformed } from '#platform/errors';
import { EVERYONE, membersAfter, sliceOfMember } from './member-slices.js';
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
    private readonly users: UserLookupService,
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
   * One page of members, ordered by uid. A page goes on behind the last member of the one before, so that whoever stays a
   * member is on one page, once, whatever changes between two pages; a member that is gone meanwhile is left out.
   *
   * @throws AppError malformed for a page larger than 1000, segment_unusable
   */
  async page(appId: number, request: SegmentPageRequest): Promise<SegmentPage> {
    const { offset = 0, platform = EVERYONE, after } = request;
    const max = Math.max(LEAST_PAGE, request.max ?? LEAST_PAGE);
    if (max > MOST_PAGE) {
      throw malformed(`Field 'max' should be at most ${MOST_PAGE}`);
    }
    const { segmentId, name, version } = await this.get(appId, request.segmentId);
    const from = after === undefined ? { after: -1, skip: offset } : { after, skip: 0 };
    const found = await this.read({ appId, segmentId, version, platform }, from, max + 1);
    const uids = found.slice(0, max);
    const list = await this.describe(appId, uids);
    const last = uids.at(-1);
    return {
      name,
      list,
      ...(found.length > max && last !== undefined && { next: { offset: offset + max, max, after: last } }),
    };
  }

  private async get(appId: number, id: number): Promise<{ segmentId: number; name: string; version: number }> {
    const segment = id > 0 && id <= MAX_ID ? await this.segments.find(appId, id) : undefined;
    if (!segment) {
      throw new AppError('segment_unusable', `Segment ${id} does not exist`);
    }
    const { segmentId, name, version } = segment;
    if (version === null) {
      throw new AppError('segment_unusable', `Segment ${id} was never calculated`);
    }
    return { segmentId, name, version };
  }

  /** Members behind a uid, some of them left out. */
  private async read(
    of: { appId: number; segmentId: number; version: number; platform: number },
    { after, skip }: { after: number; skip: number },
    most: number,
  ): Promise<number[]> {
    const sizes = await this.slices.findSizes(of.appId, of.segmentId, of.version, of.platform);
    const uids: number[] = [];
    let left = skip;
    for (const { slice, n } of sizes) {
      if (slice < sliceOfMember(Math.max(0, after))) {
        continue;
      }
      if (n <= left) {
        left -= n;
        continue;
      }
      const stored = await this.slices.findOne(of.appId, of.segmentId, of.version, of.platform, slice);
      const found = stored ? membersAfter(stored, after, left, most - uids.length) : [];
      left = 0;
      uids.push(...found);
      if (uids.length === most) {
        break;
      }
    }
    return uids;
  }

  private async describe(appId: number, uids: readonly number[]): Promise<SegmentUser[]> {
    const found = await this.users.findRecipientsByUser(appId, uids, { withProfile: false });
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
