import { Injectable } from '@nestjs/common';
import type { Target } from '#libs/audience';
import { AudienceOverlapService } from '#libs/audience/preview';
import { OtherSendRepository, type OtherSend } from '#libs/delivery/dry-run';
import { OPERATOR } from '#libs/tenancy';
import { AppError } from '#platform/errors';

const DAY_MS = 24 * 3_600_000;
/** More no one reads, and the audience of each is counted. */
const MAX_NEIGHBOURS = 20;

/**
 * A campaign that leaves within a day of a moment.
 *
 * @property users  who match its target now; null: it has left, or could not be counted
 * @property both   of an audience, who match its target too; null: not asked for, or not counted
 */
export interface Neighbour extends Omit<OtherSend, 'target'> {
  users: number | null;
  both: number | null;
}

/** @property isCut  there are more, further away */
export interface Neighbourhood {
  neighbours: Neighbour[];
  isCut: boolean;
}

/** An audience that is compared. @property key  of its campaign, which is not its own neighbour */
export interface ComparedAudience {
  key: number;
  target: Target;
}

/** Finds the sends that leave within a day of a moment, and their recipients. */
@Injectable()
export class NeighbourService {
  constructor(
    private readonly others: OtherSendRepository,
    private readonly overlaps: AudienceOverlapService,
  ) {}

  /**
   * Campaigns that leave within a day before or after a moment, in the order of their times.
   *
   * @param compared  whose users are counted in each of them; null: no one's
   * @throws the reason of `asked`, when no one waits any more
   */
  async find(
    appId: number,
    at: Date,
    { asked, compared }: { asked: AbortSignal; compared: ComparedAudience | null },
  ): Promise<Neighbourhood> {
    const [from, to] = [-1, 1].map((days) => new Date(at.getTime() + days * DAY_MS)) as [Date, Date];
    // One of them may be the compared one, and one more shows that there are others.
    const nearby = await this.others.findBetween(appId, { from, to, at, limit: MAX_NEIGHBOURS + 2 });
    const sends = nearby.filter(({ key }) => key !== compared?.key);
    const neighbours: Neighbour[] = [];
    for (const { target, ...send } of sends.slice(0, MAX_NEIGHBOURS)) {
      const users = send.planned === null ? await this.count(appId, [target], asked) : null;
      const both = compared && (await this.count(appId, [compared.target, target], asked));
      neighbours.push({ ...send, users, both });
    }
    return {
      neighbours: neighbours.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
      isCut: sends.length > MAX_NEIGHBOURS,
    };
  }

  /** Users who match all of some targets; null where they cannot be counted, for example because a segment is gone. */
  private async count(appId: number, targets: readonly Target[], asked: AbortSignal): Promise<number | null> {
    try {
      return await this.overlaps.countCommon(appId, targets, { asked, viewer: OPERATOR });
    } catch (error) {
      if (error instanceof AppError) {
        return null;
      }
      throw error;
    }
  }
}
