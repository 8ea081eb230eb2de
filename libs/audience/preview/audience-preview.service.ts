import { Injectable } from '@nestjs/common';
import { malformed } from '#platform/errors';
import { CountService } from '../counts/count.service.js';
import type { Target } from '../targets/target.js';

/** Each clause is counted twice at most, so this bounds the work of one question. */
const MAX_CLAUSES = 60;

/**
 * How many users a clause of a target has.
 *
 * @property clause  kind of the clause; `and`, `or` and `not` contain others
 * @property wanted  the condition, with the names of the request
 * @property alone   users who match it, whatever else is asked
 * @property remaining    users who match it and every clause before it; null inside `or` and `not`, where nothing is left over
 */
export interface ClauseCount {
  clause: string;
  wanted: Record<string, unknown>;
  alone: number;
  remaining: number | null;
  of: ClauseCount[];
}

/**
 * @property users   distinct users, reachable or not
 * @property asOf    everything committed until then is counted, in every figure
 */
export interface AudiencePreview {
  users: number;
  asOf: Date;
  clauses: ClauseCount[];
}

/** Counts an audience while somebody describes it: as a whole, and what each clause leaves of it. */
@Injectable()
export class AudiencePreviewService {
  constructor(private readonly counts: CountService) {}

  /**
   * @param target  of a segment
   * @throws AppError malformed, segment_unusable, bad_address
   */
  async preview(appId: number, target: Target): Promise<AudiencePreview> {
    if (countClauses(target) > MAX_CLAUSES) {
      throw malformed(`Field 'target' should have at most ${MAX_CLAUSES} clauses to be counted one by one`);
    }
    const { counts: users, asOf } = await this.counts.count(appId, target);
    const parts = target.type === 'and' ? target.of : [target];
    return { users, asOf, clauses: await this.countParts(appId, parts, []) };
  }

  /** @param before  clauses that hold too; null: the clauses stand beside each other */
  private async countParts(
    appId: number,
    parts: readonly Target[],
    before: readonly Target[] | null,
  ): Promise<ClauseCount[]> {
    const counted: ClauseCount[] = [];
    for (const [index, part] of parts.entries()) {
      const { counts: alone } = await this.counts.count(appId, part);
      const earlier = before && [...before, ...parts.slice(0, index)];
      const remaining = earlier && (earlier.length === 0 ? alone : await this.countAll(appId, [...earlier, part]));
      const of = 'of' in part ? await this.countParts(appId, part.of, part.type === 'and' ? earlier : null) : [];
      const { type: clause, ...wanted } = part;
      counted.push({ clause, wanted: 'of' in part ? {} : wanted, alone, remaining, of });
    }
    return counted;
  }

  private async countAll(appId: number, of: Target[]): Promise<number> {
    return (await this.counts.count(appId, { type: 'and', of })).counts;
  }
}

function countClauses(target: Target): number {
  return 1 + ('of' in target ? target.of.reduce((sum, part) => sum + countClauses(part), 0) : 0);
}
