import type { BgNbd } from './bg-nbd.js';
import type { GammaGamma } from './gamma-gamma.js';

/**
 * Scores of the BG/NBD and gamma-gamma models: `churn`: probability that the customer has dropped out; `purchase`:
 * expected purchases in the horizon; `value`: their expected value.
 */
export const SCORES = ['churn', 'purchase', 'value'] as const;
export type Score = (typeof SCORES)[number];

/** Selects users by score: bounds, and the share of users with the highest scores. */
export interface ScoreFilter {
  atLeast?: number;
  atMost?: number;
  /** More than 0, up to 1. */
  topShare?: number;
}

/** A score calculated from purchase events and the attribute with their value. */
export interface ModelPrediction extends ScoreFilter {
  score: Score;
  horizonDays: number;
  event: string;
  value: string;
}

/** An uploaded score: a numeric attribute of the profile. */
export interface UploadedPrediction extends ScoreFilter {
  attribute: string;
}

export type Prediction = ModelPrediction | UploadedPrediction;

/**
 * The model of a segment version; the unit of time is a day.
 *
 * @property customers  users with a score
 * @property least      lowest score among the members; null without members
 */
export interface PredictionModel {
  fittedAt: string;
  customers: number;
  least: number | null;
  bgNbd?: BgNbd;
  gammaGamma?: GammaGamma;
}

/** Purchases of one user by days. `mean`: average value of a day with a repeat purchase; null if unknown. */
export interface CustomerHistory {
  uid: number;
  x: number;
  tx: number;
  T: number;
  mean: number | null;
}

/** @property uids  ascending */
export interface PredictionResult {
  uids: Uint32Array;
  model: PredictionModel;
}
