import type { PredictionModel } from '../prediction/prediction.types.js';

/**
 * The result of one clause of a target for one user.
 *
 * @property clause  kind of the clause; `and`, `or` and `not` contain others; `private` stands for a clause that the viewer may not see
 * @property wanted  the condition, with the names of the request
 * @property found   the user's data; values of private attributes are masked
 */
export interface ExplainedClause {
  clause: string;
  matches: boolean;
  wanted?: Record<string, unknown>;
  found?: unknown;
  of?: ExplainedClause[];
}

/**
 * Why a user is in a segment or not.
 *
 * @property member  whether the served version contains the user; null: it was never calculated
 * @property rule    the current definition, which the next calculation uses
 * @property score   of a PREDICT_SEGMENT: the user's score, or null
 */
export interface ExplainedSegment {
  name: string;
  type: string;
  member: boolean | null;
  calculatedAt: Date | null;
  rule: ExplainedClause;
  score?: { score: number | typeof MASK | null; wanted: Record<string, unknown>; model: PredictionModel | null };
}

/** Shown in place of a private value. */
export const MASK = '***' as const;
