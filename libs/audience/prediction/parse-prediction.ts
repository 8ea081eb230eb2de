import { malformed } from '#platform/errors';
import { parseSpan } from '../behaviour/parse-behaviour.js';
import { SCORES, type Cut, type Prediction } from './prediction.types.js';

const DAY_MS = 86_400_000;
const DEFAULTS = { horizon: '30d', event: 'OrderEvent', value: 'grandTotal' } as const;

type Fields = Record<string, unknown>;

/**
 * `target.predict` of a PREDICT_SEGMENT: `{ score: 'churn' | 'purchase' | 'value', horizon: '30d', event: 'OrderEvent',
 * value: 'grandTotal' }`, or `{ attribute }` for uploaded scores; with at least one of `atLeast`, `atMost` and `topShare`.
 *
 * @throws AppError malformed
 */
export function parsePrediction(value: unknown): Prediction {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed("Field 'target.predict' should be an object");
  }
  const fields: Fields = { ...value };
  const isUploaded = fields['attribute'] !== undefined;
  const names = isUploaded ? ['attribute'] : ['score', 'horizon', 'event', 'value'];
  const known = [...names, 'atLeast', 'atMost', 'topShare'];
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw malformed(`Field 'target.predict' takes ${known.join(', ')}, not '${unknown.slice(0, 40)}'`);
  }
  const cut = parseCut(fields);
  if (isUploaded) {
    return { attribute: text(fields, 'attribute', ''), ...cut };
  }
  const score = SCORES.find((name) => name === fields['score']);
  if (!score) {
    throw malformed(`Field 'target.predict.score' should be one of ${SCORES.join(', ')}`);
  }
  const horizonDays = parseSpan(fields['horizon'] ?? DEFAULTS.horizon, 'target.predict.horizon') / DAY_MS;
  return {
    score,
    horizonDays,
    event: text(fields, 'event', DEFAULTS.event),
    value: text(fields, 'value', DEFAULTS.value),
    ...cut,
  };
}

function parseCut(fields: Fields): Cut {
  const cut: Cut = {};
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

function text(fields: Fields, name: string, otherwise: string): string {
  const value = fields[name] ?? otherwise;
  if (typeof value !== 'string' || value === '') {
    throw malformed(`Field 'target.predict.${name}' should be a text that is not empty`);
  }
  return value;
}
