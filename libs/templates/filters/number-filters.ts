import { isTruthy, toNumber } from '../values/values.js';
import type { Filter } from './filter.types.js';

function onNumbers(step: (left: number, right: number) => number): Filter {
  return (input, [argument]) => step(toNumber(input), toNumber(argument));
}

const dividedBy: Filter = (input, [divisor, isWhole]) => {
  const quotient = toNumber(input) / toNumber(divisor);
  return isTruthy(isWhole) && isWhole !== 0 ? Math.floor(quotient) : quotient;
};

/** Moves the decimal point of a number, as it is written. */
function shiftPoint(value: number, places: number): number {
  const [mantissa = '0', power = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(power) + places}`);
}

const round: Filter = (input, [places = 0]) => {
  const [value, digits] = [toNumber(input), toNumber(places)];
  const scaled = shiftPoint(Math.abs(value), digits);
  if (!(scaled <= Number.MAX_SAFE_INTEGER)) {
    return value;
  }
  const rounded = shiftPoint(Math.round(scaled), -digits);
  return value < 0 ? -rounded : rounded;
};

export const NUMBER_FILTERS: Readonly<Record<string, Filter>> = {
  plus: onNumbers((left, right) => left + right),
  minus: onNumbers((left, right) => left - right),
  times: onNumbers((left, right) => left * right),
  divided_by: dividedBy,
  modulo: onNumbers((left, right) => ((left % right) + right) % right),
  round,
  ceil: onNumbers((value) => Math.ceil(value)),
  floor: onNumbers((value) => Math.floor(value)),
  abs: onNumbers((value) => Math.abs(value)),
  at_least: onNumbers((left, right) => Math.max(left, right)),
  at_most: onNumbers((left, right) => Math.min(left, right)),
};
