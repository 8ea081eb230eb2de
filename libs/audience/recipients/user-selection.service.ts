import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { AudienceRepository } from '../sql-engine/audience.repository.js';
import type { Target } from '../targets/target.js';
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
          const uids = await this.audience.readParts(
            appId,
            resolved,
            { ...range, kind: 'email', platforms: [] },
            (part, members, partTarget) => this.repository.findUids(appId, partTarget, part, members),
          );
          parts.push(Uint32Array.from(uids).toSorted());
        }
        return parts;
      });
    } catch (error) {
      throw limit.aborted ? new AppError('unavailable', 'The audience takes too long to be found') : error;
    }
  }
}
