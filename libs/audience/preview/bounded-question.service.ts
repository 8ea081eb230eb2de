import { Injectable } from '@nestjs/common';
import type { Viewer } from '#libs/tenancy';
import { Database } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { BehaviourUsersService } from '../behaviour/behaviour-users.service.js';
import type { Target } from '../targets/target.js';

/** A question that takes longer is refused: no one waits so long for a number. */
const MAX_MS = 60_000;

/** Each clause is counted several times, so this bounds the work of one question. */
const MAX_CLAUSES = 60;

/**
 * The asker of a question about an audience.
 *
 * @property asked  ends when the request ends: counting stops then, in the database too
 */
export interface AskingViewer {
  asked: AbortSignal;
  viewer: Viewer;
}

/** Questions about an audience that end with who asks them, in the database too, and after a minute. */
@Injectable()
export class BoundedQuestionService {
  constructor(
    private readonly db: Database,
    private readonly behaviours: BehaviourUsersService,
  ) {}

  /**
   * @param asked  ends when no one waits for the answer any more
   * @param work   looks at its signal between statements, and ends with it
   * @throws AppError malformed for too many clauses, unavailable when it takes too long; the reason of `asked`
   */
  async answer<R>(
    targets: readonly Target[],
    asked: AbortSignal,
    work: (until: AbortSignal) => Promise<R>,
  ): Promise<R> {
    if (targets.reduce((sum, target) => sum + countClauses(target), 0) > MAX_CLAUSES) {
      throw malformed(`Field 'target' should have at most ${MAX_CLAUSES} clauses to be counted one by one`);
    }
    const limit = AbortSignal.timeout(MAX_MS);
    const until = AbortSignal.any([asked, limit]);
    try {
      return await this.db.runUntil(until, () => this.behaviours.asOneQuestion(() => work(until)));
    } catch (error) {
      throw limit.aborted ? new AppError('unavailable', 'The audience takes too long to be counted') : error;
    }
  }
}

function countClauses(target: Target): number {
  return 1 + ('of' in target ? target.of.reduce((sum, part) => sum + countClauses(part), 0) : 0);
}
