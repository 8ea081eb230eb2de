import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import type { CountResult } from '../counts/count-engine.service.js';
import { CountService } from '../counts/count.service.js';
import type { Target } from '../targets/target.js';

/** A question that takes longer is refused: nobody waits so long for a number. */
const MAX_COUNT_MS = 60_000;

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

/** @property until  nothing is counted after it has ended */
interface Question {
  appId: number;
  until: AbortSignal;
}

/** Counts an audience while somebody describes it: as a whole, and what each clause leaves of it. */
@Injectable()
export class AudiencePreviewService {
  constructor(
    private readonly counts: CountService,
    private readonly db: Database,
  ) {}

  /**
   * @param target  of a segment
   * @param asked  ends when nobody waits for the answer any more: nothing is counted after that, in the database too
   * @throws AppError malformed, segment_unusable, bad_address, unavailable when it takes too long; the reason of `asked`
   */
  async preview(appId: number, target: Target, asked: AbortSignal): Promise<AudiencePreview> {
    if (countClauses(target) > MAX_CLAUSES) {
      throw malformed(`Field 'target' should have at most ${MAX_CLAUSES} clauses to be counted one by one`);
    }
    const limit = AbortSignal.timeout(MAX_COUNT_MS);
    const until = AbortSignal.any([asked, limit]);
    try {
      return await this.db.runUntil(until, () => this.countWhole({ appId, until }, target));
    } catch (error) {
      throw limit.aborted ? new AppError('unavailable', 'The audience takes too long to be counted') : error;
    }
  }

  private async countWhole(question: Question, target: Target): Promise<AudiencePreview> {
    const { counts: users, asOf } = await this.count(question, target);
    const parts = target.type === 'and' ? target.of : [target];
    return { users, asOf, clauses: await this.countParts(question, parts, []) };
  }

  /** @param before  clauses that hold too; null: the clauses stand beside each other */
  private async countParts(
    question: Question,
    parts: readonly Target[],
    before: readonly Target[] | null,
  ): Promise<ClauseCount[]> {
    const counted: ClauseCount[] = [];
    for (const [index, part] of parts.entries()) {
      const { counts: alone } = await this.count(question, part);
      const earlier = before && [...before, ...parts.slice(0, index)];
      const remaining = earlier && (earlier.length === 0 ? alone : await this.countAll(question, [...earlier, part]));
      const of = 'of' in part ? await this.countParts(question, part.of, part.type === 'and' ? earlier : null) : [];
      const { type: clause, ...wanted } = part;
      counted.push({ clause, wanted: 'of' in part ? {} : wanted, alone, remaining, of });
    }
    return counted;
  }

  private async countAll(question: Question, of: Target[]): Promise<number> {
    return (await this.count(question, { type: 'and', of })).counts;
  }

  private async count({ appId, until }: Question, target: Target): Promise<CountResult<number>> {
    until.throwIfAborted();
    return this.counts.count(appId, target);
  }
}

function countClauses(target: Target): number {
  return 1 + ('of' in target ? target.of.reduce((sum, part) => sum + countClauses(part), 0) : 0);
}
