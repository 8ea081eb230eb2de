import type { StepBudget } from './step-budget.js';

export type Operator = '==' | '!=' | '<' | '>' | '<=' | '>=' | 'contains';

/** Literals that comparisons alone know. They print nothing. */
export const EMPTY = Symbol('empty');
export const BLANK = Symbol('blank');
export const NIL = Symbol('nil');

/** Characters of the longest number that JavaScript writes. */
const MAX_DIGITS = 400;
/** Characters that are compared for the price of writing one. */
const COMPARED_FOR_ONE = 16;

/** Reads an own field. What JavaScript adds to values is never read. */
export function readField(value: unknown, key: unknown): unknown {
  if (typeof value === 'string') {
    return key === 'size' ? value.length : undefined;
  }
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  if (Array.isArray(value)) {
    return readElement(value, key);
  }
  if (typeof key !== 'string' && typeof key !== 'number') {
    return undefined;
  }
  if (Object.hasOwn(value, key)) {
    return Reflect.get(value, key);
  }
  return key === 'size' ? Object.keys(value).length : undefined;
}

function readElement(list: readonly unknown[], key: unknown): unknown {
  switch (key) {
    case 'size':
      return list.length;
    case 'first':
      return list[0];
    case 'last':
      return list.at(-1);
    default: {
      const index = typeof key === 'string' && /^-?\d{1,9}$/.test(key) ? Number(key) : key;
      return typeof index === 'number' && Number.isInteger(index) ? list.at(index) : undefined;
    }
  }
}

export function isNil(value: unknown): boolean {
  return value === undefined || value === null || value === NIL;
}

/** A special literal is nothing where no comparison reads it. */
export function toPlain(value: unknown): unknown {
  return typeof value === 'symbol' ? (value === NIL ? null : '') : value;
}

export function isTruthy(value: unknown): boolean {
  return value !== false && !isNil(value);
}

function isPrimitive(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The text of a value. Lists are joined without a sign, and objects are JSON. */
export function toText(value: unknown, budget: StepBudget): string {
  if (typeof value === 'string') {
    return value;
  }
  if (isPrimitive(value)) {
    return String(value);
  }
  if (Array.isArray(value)) {
    budget.spend(value.length);
    let text = '';
    for (const item of value) {
      const part = toText(item, budget);
      budget.write(part.length);
      text += part;
    }
    return text;
  }
  return typeof value === 'object' && value !== null ? toJson(value, budget) : '';
}

export function toJson(value: unknown, budget: StepBudget, space = 0): string {
  const data = typeof value === 'symbol' ? null : value;
  const text = JSON.stringify(
    data,
    (_key, inner: unknown) => {
      budget.spend(1);
      budget.write(typeof inner === 'string' ? inner.length : 1);
      return inner;
    },
    Math.min(10, space),
  ) as string | undefined;
  budget.write(text?.length ?? 0);
  return text ?? '';
}

/** The number of a value, or of the only one in a list; 0 where it has none. */
export function toNumber(value: unknown): number {
  if (Array.isArray(value)) {
    const [only, ...more] = value as unknown[];
    return more.length === 0 && typeof only !== 'boolean' && !Array.isArray(only) ? toNumber(only) : 0;
  }
  const isNumeric = isPrimitive(value) && !(typeof value === 'string' && value.length > MAX_DIGITS);
  return (isNumeric && Number(value)) || 0;
}

export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : isNil(value) || typeof value === 'symbol' ? [] : [value];
}

export function isEqual(left: unknown, right: unknown, budget: StepBudget): boolean {
  if (typeof right === 'symbol') {
    return typeof left !== 'symbol' ? isSpecial(left, right) : left === NIL && right === NIL;
  }
  if (typeof left === 'symbol') {
    return isSpecial(right, left);
  }
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) {
      return false;
    }
    budget.spend(left.length);
    return left.every((item, index) => isEqual(item, right[index], budget));
  }
  if (typeof left === 'string' && typeof right === 'string') {
    budget.write(Math.min(left.length, right.length) / COMPARED_FOR_ONE);
  }
  return left === right;
}

function isSpecial(value: unknown, special: symbol): boolean {
  if (special === NIL) {
    return isNil(value);
  }
  if (special === BLANK && (value === false || isNil(value) || (typeof value === 'string' && value.trim() === ''))) {
    return true;
  }
  if (typeof value === 'string' || Array.isArray(value)) {
    return value.length === 0;
  }
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Compares two values. Lists and objects have no order. */
export function compare(operator: Operator, left: unknown, right: unknown, budget: StepBudget): boolean {
  switch (operator) {
    case '==':
      return isEqual(left, right, budget);
    case '!=':
      return !isEqual(left, right, budget);
    case 'contains':
      return contains(left, right, budget);
    default:
      if (!isPrimitive(left) || !isPrimitive(right)) {
        return false;
      }
      if (typeof left === 'string' && typeof right === 'string') {
        budget.write(Math.min(left.length, right.length) / COMPARED_FOR_ONE);
      }
      return operator === '<'
        ? left < right
        : operator === '>'
          ? left > right
          : operator === '<='
            ? left <= right
            : left >= right;
  }
}

function contains(whole: unknown, part: unknown, budget: StepBudget): boolean {
  if (Array.isArray(whole)) {
    budget.spend(whole.length);
    return whole.some((item) => isEqual(item, part, budget));
  }
  if (typeof whole !== 'string' || !isPrimitive(part)) {
    return false;
  }
  budget.write(whole.length / COMPARED_FOR_ONE);
  return whole.includes(String(part));
}

/** The order of two values in a list; those without one stand last. */
export function orderOf(left: unknown, right: unknown): number {
  if (isNil(left) || isNil(right)) {
    return Number(isNil(left)) - Number(isNil(right));
  }
  if (!isPrimitive(left) || !isPrimitive(right)) {
    return 0;
  }
  return left < right ? -1 : left > right ? 1 : 0;
}
