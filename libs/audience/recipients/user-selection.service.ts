import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { bucketOfId } from '#platform/ids';
import { AudienceRepository } from '../sql-engine/audience.repository.js';
import type { BucketRange } from '../sql-engine/ranges.js';
import type { ResolvedTarget, Target } from '../targets/target.js';
import { AudienceService } from './audience.service.js';

/** A selection that takes longer is refused: no one waits so long for a file to begin. */
const MAX_SELECT_MS = 60_000;
/** Users of one statement: fewer than a count reads, because their ids are an answer that is built in memory. */
const USERS_PER_RANGE = 50_000;

/** The users of a target, reachable or not. */
@Injectable()
export class UserSelectionService {
  constructor(
    private readonly audience: AudienceService,
    private readonly repository: AudienceRepository,
    private readonly db: Database,
  ) {}

  /**
   * Uids of everyone who matches, four bytes each, in parts that one statement reads.
   *
   * @param asked  nothing is read after it has ended, in the database too
   * @throws AppError as `AudienceService.resolve`, unavailable when it takes too long; the reason of `asked`
   */
  async findUids(appId: number, target: Target, asked: AbortSignal): Promise<Uint32Array[]> {
    const limit = AbortSignal.timeout(MAX_SELECT_MS);
    const until = AbortSignal.any([asked, limit]);
    try {
      return await this.db.runUntil(until, async () => {
        const resolved = await this.audience.resolve(appId, target);
        const parts: Uint32Array[] = [];
        for (const range of await this.audience.listRanges(appId, USERS_PER_RANGE)) {
          until.throwIfAborted();
          parts.push(Uint32Array.from(await this.findInRange(appId, resolved, range)).toSorted());
        }
        return parts;
      });
    } catch (error) {
      throw limit.aborted ? new AppError('unavailable', 'The audience takes too long to be found') : error;
    }
  }

  /**
   * Reads the users who match, range by range, so that memory and time of a statement do not grow with the audience. Each range
   * is read, and its target resolved, when the caller asks for it.
   *
   * @param after  the last user that the caller had, or null
   * @returns uids in the order of bucket and uid
   * @throws AppError as `AudienceService.resolve`
   */
  async *readAfter(appId: number, target: Target, after: number | null): AsyncGenerator<number[]> {
    const first = after === null ? 0 : bucketOfId(after);
    for (const range of await this.audience.listRanges(appId, USERS_PER_RANGE)) {
      if (range.vbTo > first) {
        const uids = await this.findInRange(appId, await this.audience.resolve(appId, target), range);
        yield uids.filter((uid) => after === null || compareByBucket(uid, after) > 0).toSorted(compareByBucket);
      }
    }
  }

  private async findInRange(appId: number, target: ResolvedTarget, range: BucketRange): Promise<number[]> {
    return this.audience.readParts(
      appId,
      target,
      { ...range, kind: 'email', platforms: [] },
      (part, members, partTarget) => this.repository.findUids(appId, partTarget, part, members),
    );
  }
}

function compareByBucket(a: number, b: number): number {
  return bucketOfId(a) - bucketOfId(b) || a - b;
}
