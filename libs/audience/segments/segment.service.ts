import { Injectable } from '@nestjs/common';
import { RecipientService } from '#libs/users/registry';
import { Database } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { ALL_PLATFORMS, hasMember, listMembersAfter, sliceOfMember } from '../segment-store/member-slices.js';
import { SegmentRepository, type DefinedSegment } from '../segment-store/segment.repository.js';
import type {
  ListedSegment,
  MemberSegment,
  Segment,
  SegmentPage,
  SegmentPageRequest,
  SegmentUser,
} from '../segment-store/segment.types.js';
import { SegmentSliceRepository } from '../segment-store/segment-slice.repository.js';

/** Page sizes of `getSegmentUsers` (specification, section 8). */
const MIN_PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 1000;
/** Ids are below 2^31; no segment has a larger id. */
const MAX_ID = 2 ** 31 - 1;

/** Lists segments and their members. */
@Injectable()
export class SegmentService {
  constructor(
    private readonly db: Database,
    private readonly segments: SegmentRepository,
    private readonly slices: SegmentSliceRepository,
    private readonly users: RecipientService,
  ) {}

  /**
   * All segments of an application.
   *
   * @param platform  counts only members with an installation of this platform
   */
  async list(appId: number, platform: number = ALL_PLATFORMS): Promise<Segment[]> {
    const segments = await this.segments.list(appId, platform);
    return segments.map((segment) => toSegment(segment, platform));
  }

  /** The definitions of all segments, in order of creation. Sealed values of a target are shown sealed. */
  async listDefinitions(appId: number): Promise<DefinedSegment[]> {
    return this.segments.listDefinitions(this.db, appId);
  }

  /**
   * Reads one page of members, ordered by uid. A page continues after the last member of the previous page, so each
   * lasting member appears exactly once. Deleted members are left out, and those without a value to list: nothing would
   * distinguish one such entry from another. A page is cut before that, so it may be shorter than asked.
   *
   * @throws AppError malformed for a page larger than 1000, segment_unusable
   */
  async getPage(appId: number, request: SegmentPageRequest): Promise<SegmentPage> {
    const { offset = 0, platform = ALL_PLATFORMS, after } = request;
    const max = Math.max(MIN_PAGE_SIZE, request.max ?? MIN_PAGE_SIZE);
    if (max > MAX_PAGE_SIZE) {
      throw malformed(`Field 'max' should be at most ${MAX_PAGE_SIZE}`);
    }
    const { segmentId, name, version } = await this.getSegment(appId, request.segmentId);
    const from = after === undefined ? { after: -1, skip: offset } : { after, skip: 0 };
    const members = await this.readMembers({ appId, segmentId, version, platform }, from, max + 1);
    const uids = members.slice(0, max);
    const list = await this.describeUsers(appId, uids, request.addresses ?? true);
    const last = uids.at(-1);
    return {
      name,
      list,
      ...(members.length > max && last !== undefined && { next: { offset: offset + max, max, after: last } }),
    };
  }

  /** Segments that have a user, by their current versions, with the times of those. */
  async findWithMember(appId: number, uid: number): Promise<MemberSegment[]> {
    const calculated = (await this.segments.listCurrent(appId)).flatMap(({ version, ...segment }) =>
      version === null ? [] : [{ ...segment, version }],
    );
    const slice = sliceOfMember(uid);
    const stored = await this.slices.findMembers(
      appId,
      calculated.map((segment) => ({ ...segment, slice, revision: 0 })),
    );
    const memberOf = new Set(stored.flatMap((row) => (hasMember(row.members, uid) ? [row.segmentId] : [])));
    return calculated.flatMap(({ segmentId, name, calculatedAt }) =>
      memberOf.has(segmentId) ? [{ name, calculatedAt }] : [],
    );
  }

  private async getSegment(appId: number, id: number): Promise<{ segmentId: number; name: string; version: number }> {
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

  /** Reads members after a uid, with some skipped. */
  private async readMembers(
    selection: { appId: number; segmentId: number; version: number; platform: number },
    { after, skip }: { after: number; skip: number },
    limit: number,
  ): Promise<number[]> {
    const sizes = await this.slices.findSizes(
      selection.appId,
      selection.segmentId,
      selection.version,
      selection.platform,
    );
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
      const stored = await this.slices.findMembersOfSlice(
        selection.appId,
        selection.segmentId,
        selection.version,
        selection.platform,
        slice,
      );
      const sliceUids = stored ? listMembersAfter(stored, after, left, limit - uids.length) : [];
      left = 0;
      uids.push(...sliceUids);
      if (uids.length === limit) {
        break;
      }
    }
    return uids;
  }

  private async describeUsers(appId: number, uids: readonly number[], withAddresses: boolean): Promise<SegmentUser[]> {
    const users = await this.users.findRecipientsByUser(appId, uids, { withProfile: false });
    const byUid = new Map(users.map((user) => [user.uid, user]));
    return uids
      .map((uid): SegmentUser => {
        const { extId = null, msisdn = null, email = null } = byUid.get(uid) ?? {};
        return {
          ...(extId !== null && { externalId: extId }),
          ...(withAddresses && msisdn !== null && { msisdn }),
          ...(withAddresses && email !== null && { email }),
        };
      })
      .filter((entry) => Object.keys(entry).length > 0);
  }
}

const NO_SCORES = "No user's score lies within the bounds of the segment";

function toSegment({ reason: fault, calculatedAt, ...segment }: ListedSegment, platform: number): Segment {
  const { type, state, userCount } = segment;
  const isEmpty = userCount === 0 && platform === ALL_PLATFORMS && state === 'READY' && type === 'PREDICT_SEGMENT';
  const reason = fault ?? (isEmpty ? NO_SCORES : undefined);
  return {
    ...segment,
    ...(reason !== undefined && { reason }),
    ...(calculatedAt !== null && { calculatedAt }),
  };
}
