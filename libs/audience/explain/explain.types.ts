import type { PredictionModel } from '../prediction/prediction.types.js';

/**
 * One clause of a target as it stands for one user.
 *
 * @property clause  kind of the clause; `and` and `or` hold others
 * @property wanted  what it asks for, by the names of the request
 * @property found   what was looked at; values of private attributes are masked
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
 * @property member  whether the version that is served has the user; null: it was never calculated
 * @property rule    the definition, as of now: the next calculation goes by it
 * @property score   of a PREDICT_SEGMENT: the user's score, null without one
 */
export interface ExplainedSegment {
  name: string;
  type: string;
  member: boolean | null;
  calculatedAt: Date | null;
  rule: ExplainedClause;
  score?: { score: number | typeof MASK | null; wanted: Record<string, unknown>; model: PredictionModel | null };
}

/** What a private value is shown as. */
export const MASK = '***' as const;
