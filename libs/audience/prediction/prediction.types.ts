import type { BgNbd } from './bg-nbd.js';
import type { GammaGamma } from './gamma-gamma.js';

/**
 * What the BG/NBD and gamma-gamma models tell of a customer: `churn`: the chance to be gone; `purchase`: purchases to be
 * expected in the horizon; `value`: what these are expected to be worth.
 */
export const SCORES = ['churn', 'purchase', 'value'] as const;
export type Score = (typeof SCORES)[number];

/** Whose score it takes: bounds, and the share of all who have one, the highest first. */
export interface ScoreFilter {
  atLeast?: number;
  atMost?: number;
  /** More than 0, up to 1. */
  topShare?: number;
}

/** A score that is calculated from purchases: events, and the attribute that says what each was worth. */
export interface ModelPrediction extends ScoreFilter {
  score: Score;
  horizonDays: number;
  event: string;
  value: string;
}

/** A score that was uploaded: a numeric attribute of the profile. */
export interface UploadedPrediction extends ScoreFilter {
  attribute: string;
}

export type Prediction = ModelPrediction | UploadedPrediction;

/**
 * What a version of a segment was calculated with; days are the unit of time.
 *
 * @property customers  users who have a score
 * @property least      lowest score among the members; null without members
 */
export interface PredictionModel {
  fittedAt: string;
  customers: number;
  least: number | null;
  bgNbd?: BgNbd;
  gammaGamma?: GammaGamma;
}

/** Purchases of one user, by days; `mean`: average value of a day with a repeat purchase, null where none is known. */
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
