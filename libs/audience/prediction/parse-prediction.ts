import { isJsonObject } from '#platform/collections';
import { malformed } from '#platform/errors';
import { MAX_DAYS, toSpanMs } from '../targets/conditions/times.js';
import { SCORES, type ScoreFilter, type Prediction } from './prediction.types.js';

const DAY_MS = 86_400_000;
const DEFAULTS = { horizon: '30d', event: 'OrderEvent', value: 'grandTotal' } as const;

type Fields = Record<string, unknown>;

/**
 * Parses `target.predict` of a PREDICT_SEGMENT: `{ score: 'churn' | 'purchase' | 'value', horizon: '30d', event:
 * 'OrderEvent', value: 'grandTotal' }`, or `{ attribute }` for uploaded scores; with at least one of `atLeast`,
 * `atMost` and `topShare`.
 *
 * @throws AppError malformed
 */
export function parsePrediction(fields: unknown): Prediction {
  if (!isJsonObject(fields)) {
    throw malformed("Field 'target.predict' should be an object");
  }
  const isUploaded = fields['attribute'] !== undefined;
  const names = isUploaded ? ['attribute'] : ['score', 'horizon', 'event', 'value'];
  const allowed = [...names, 'atLeast', 'atMost', 'topShare'];
  const unknown = Object.keys(fields).find((name) => !allowed.includes(name));
  if (unknown !== undefined) {
    throw malformed(`Field 'target.predict' takes ${allowed.join(', ')}, not '${unknown.slice(0, 40)}'`);
  }
  const cut = parseScoreFilter(fields);
  if (isUploaded) {
    return { attribute: parseText(fields, 'attribute', ''), ...cut };
  }
  const score = SCORES.find((name) => name === fields['score']);
  if (!score) {
    throw malformed(`Field 'target.predict.score' should be one of ${SCORES.join(', ')}`);
  }
  const horizonMs = toSpanMs(fields['horizon'] ?? DEFAULTS.horizon);
  if (horizonMs === undefined) {
    throw malformed(`Field 'target.predict.horizon' should be a span such as '12h' or '30d', up to ${MAX_DAYS} days`);
  }
  return {
    score,
    horizonDays: horizonMs / DAY_MS,
    event: parseText(fields, 'event', DEFAULTS.event),
    value: parseText(fields, 'value', DEFAULTS.value),
    ...cut,
  };
}

function parseScoreFilter(fields: Fields): ScoreFilter {
  const cut: ScoreFilter = {};
  for (const name of ['atLeast', 'atMost', 'topShare'] as const) {
    const value = fields[name];
    if (value !== undefined) {
      if (typeof value !== 'number' || !Number.isFinite(value)) {
        throw malformed(`Field 'target.predict.${name}' should be a number`);
      }
      cut[name] = value;
    }
  }
  if (Object.keys(cut).length === 0) {
    throw malformed("Field 'target.predict' takes at least one of atLeast, atMost and topShare");
  }
  if (cut.topShare !== undefined && !(cut.topShare > 0 && cut.topShare <= 1)) {
    throw malformed("Field 'target.predict.topShare' should be more than 0, up to 1");
  }
  return cut;
}

function parseText(fields: Fields, name: string, otherwise: string): string {
  const value = fields[name] ?? otherwise;
  if (typeof value !== 'string' || value === '') {
    throw malformed(`Field 'target.predict.${name}' should be a text that is not empty`);
  }
  return value;
}
