import { Injectable } from '@nestjs/common';
import type { Viewer } from '#libs/tenancy';
import type { CountResult } from '../counts/index-answers.service.js';
import { CountService } from '../counts/count.service.js';
import { listLeaves, type Target } from '../targets/target.js';
import { BoundedQuestionService, type AskingViewer } from './bounded-question.service.js';

/**
 * How many users a clause of a target has.
 *
 * @property clause  kind of the clause; `and`, `or` and `not` contain others
 * @property wanted  the condition, with the names of the request
 * @property alone   users who match it, whatever else is asked; null: left out of a quick answer
 * @property remaining    users who match it and every clause before it; null inside `or` and `not`, where nothing is left over,
 *   and after what was left out
 */
export interface ClauseCount {
  clause: string;
  wanted: Record<string, unknown>;
  alone: number | null;
  remaining: number | null;
  of: ClauseCount[];
}

/**
 * @property users   distinct users, reachable or not; null in a quick answer where a clause was left out
 * @property asOf    everything committed until then is counted, in every figure; null with `users`
 */
export interface AudiencePreview {
  users: number | null;
  asOf: Date | null;
  clauses: ClauseCount[];
}

/** @property isQuick  leaves slow counts out */
interface Asking extends AskingViewer {
  isQuick: boolean;
}

/**
 * @property until    nothing is counted after it has ended
 * @property counted  by the target as text: the last clause leaves what the whole target has, and rows are read for long
 */
interface Question {
  appId: number;
  viewer: Viewer;
  until: AbortSignal;
  isQuick: boolean;
  counted: Map<string, Promise<CountResult<number> | undefined>>;
}

/** Counts an audience while someone describes it: as a whole, and what each clause leaves of it. */
@Injectable()
export class AudiencePreviewService {
  constructor(
    private readonly counts: CountService,
    private readonly questions: BoundedQuestionService,
  ) {}

  /**
   * @param target  of a segment
   * @throws AppError as `CountService.count` and `BoundedQuestionService.answer`; segment_unusable
   */
  async preview(appId: number, target: Target, { asked, viewer, isQuick }: Asking): Promise<AudiencePreview> {
    return this.questions.answer([target], asked, (until) =>
      this.countWhole({ appId, viewer, until, isQuick, counted: new Map() }, target),
    );
  }

  private async countWhole(question: Question, target: Target): Promise<AudiencePreview> {
    const { counts: users, asOf } = (await this.count(question, target)) ?? { counts: null, asOf: null };
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
      const alone = (await this.count(question, part))?.counts ?? null;
      const earlier = before && [...before, ...parts.slice(0, index)];
      const remaining = earlier && (earlier.length === 0 ? alone : await this.countAll(question, [...earlier, part]));
      const of = 'of' in part ? await this.countParts(question, part.of, part.type === 'and' ? earlier : null) : [];
      const { type: clause, ...wanted } = part;
      counted.push({ clause, wanted: 'of' in part ? {} : wanted, alone, remaining, of });
    }
    return counted;
  }

  private async countAll(question: Question, of: Target[]): Promise<number | null> {
    return (await this.count(question, { type: 'and', of }))?.counts ?? null;
  }

  private async count(question: Question, target: Target): Promise<CountResult<number> | undefined> {
    question.until.throwIfAborted();
    const text = JSON.stringify(target);
    const counting = question.counted.get(text) ?? this.countAgain(question, target);
    question.counted.set(text, counting);
    return counting;
  }

  private async countAgain(
    { appId, viewer, isQuick }: Question,
    target: Target,
  ): Promise<CountResult<number> | undefined> {
    if (!isQuick || !hasLeaf(target, ['location', ...FROM_ROWS])) {
      return this.counts.count(appId, target, viewer);
    }
    return hasLeaf(target, FROM_ROWS) ? undefined : this.counts.countByIndex(appId, target, viewer);
  }
}

/** Read from the rows of users and events, which takes seconds where there are millions. Places are too without an index. */
const FROM_ROWS: readonly Target['type'][] = ['event', 'seen'];

function hasLeaf(target: Target, types: readonly Target['type'][]): boolean {
  return listLeaves(target).some(({ type }) => types.includes(type));
}
