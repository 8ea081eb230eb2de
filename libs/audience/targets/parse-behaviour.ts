import type { AttributeScalar } from '#libs/users';
import { isJsonObject } from '#platform/collections';
import { malformed } from '#platform/errors';
import { isStorable } from '#platform/validation';
import type { EventTarget, SeenTarget, Where, Window } from './behaviour.types.js';
import { MAX_TEXT_LENGTH, MAX_VALUES } from './target-limits.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_DAYS = 3650;
const MAX_TIMES = 100_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Built-in commerce events by the action name in product segments. */
const PRODUCT_ACTIONS: Readonly<Record<string, string>> = {
  viewed: 'ProductViewEvent',
  addedToCart: 'AddToCartEvent',
  removedFromCart: 'RemoveFromCartEvent',
  addedToWishList: 'AddToWishListEvent',
  bought: 'ProductPurchaseEvent',
};

/** Event attributes by the field name in a product clause. */
const PRODUCT_ATTRIBUTES: Readonly<Record<string, string>> = {
  productId: 'productId',
  productName: 'productName',
  brand: 'brand',
  variant: 'variant',
  categoryId: 'categoryIds',
  categoryName: 'categoryNames',
  price: 'price',
  currency: 'currency',
};

type Fields = Record<string, unknown>;

/**
 * Parses `target.event`: one clause, or a list of clauses that combine with AND. `{ name, atLeast: 1, within: '30d' |
 * from, to, where: { attribute: value | [values] | { atLeast, atMost } | { exists } }, not: false }`.
 *
 * @throws AppError malformed
 */
export function parseEvents(value: unknown): EventTarget[] {
  return parseClauses(value, 'target.event').map(([fields, path]) => {
    checkNames(fields, path, ['name', 'atLeast', 'within', 'from', 'to', 'where', 'not']);
    return {
      type: 'event',
      name: parseText(fields['name'], `${path}.name`),
      ...parseTimes(fields, path),
      where: fields['where'] === undefined ? [] : parseWhere(fields['where'], `${path}.where`),
    };
  });
}

/**
 * Parses `target.product`: as `target.event`, with `action` instead of `name` and product attributes instead of
 * `where`: `{ action: 'viewed' | 'addedToCart' | 'removedFromCart' | 'addedToWishList' | 'bought', productId,
 * categoryId, brand, price, … }`.
 *
 * @throws AppError malformed
 */
export function parseProducts(value: unknown): EventTarget[] {
  return parseClauses(value, 'target.product').map(([fields, path]) => {
    const attributes = Object.keys(PRODUCT_ATTRIBUTES);
    checkNames(fields, path, ['action', 'atLeast', 'within', 'from', 'to', 'not', ...attributes]);
    const action = parseText(fields['action'], `${path}.action`);
    const name = Object.hasOwn(PRODUCT_ACTIONS, action) ? PRODUCT_ACTIONS[action] : undefined;
    if (name === undefined) {
      throw malformed(`Field '${path}.action' should be one of ${Object.keys(PRODUCT_ACTIONS).join(', ')}`);
    }
    const where = attributes.flatMap((field) =>
      fields[field] === undefined
        ? []
        : [parseTest(PRODUCT_ATTRIBUTES[field] ?? field, fields[field], `${path}.${field}`)],
    );
    return { type: 'event', name, ...parseTimes(fields, path), where };
  });
}

/**
 * Parses `target.firstSeen` or `target.lastSeen`: `{ within: '30d' }` or `{ from, to }`; `not: true` selects all other
 * users.
 *
 * @throws AppError malformed
 */
export function parseSeen(value: unknown, which: 'first' | 'last'): SeenTarget {
  const path = `target.${which}Seen`;
  const fields = parseFields(value, path);
  checkNames(fields, path, ['within', 'from', 'to', 'not']);
  const window = parseWindow(fields, path);
  if (Object.keys(window).length === 0) {
    throw malformed(`Field '${path}' takes within, or from and to`);
  }
  return { type: 'seen', which, inside: !parseFlag(fields, 'not', path), window };
}

/**
 * Parses a span of hours or days to milliseconds.
 *
 * @throws AppError malformed
 */
export function parseSpan(value: unknown, path: string): number {
  const match = typeof value === 'string' ? /^(\d{1,5})([hd])$/.exec(value) : null;
  const ms = Number(match?.[1] ?? 0) * (match?.[2] === 'h' ? HOUR_MS : DAY_MS);
  if (!(ms > 0 && ms <= MAX_DAYS * DAY_MS)) {
    throw malformed(`Field '${path}' should be a span such as '12h' or '30d', up to ${MAX_DAYS} days`);
  }
  return ms;
}

function parseTimes(fields: Fields, path: string): Pick<EventTarget, 'did' | 'atLeast' | 'window'> {
  const atLeast = fields['atLeast'] ?? 1;
  if (typeof atLeast !== 'number' || !Number.isInteger(atLeast) || atLeast < 1 || atLeast > MAX_TIMES) {
    throw malformed(`Field '${path}.atLeast' should be a whole number from 1 to ${MAX_TIMES}`);
  }
  return { did: !parseFlag(fields, 'not', path), atLeast, window: parseWindow(fields, path) };
}

function parseWindow(fields: Fields, path: string): Window {
  const [within, from, to] = [fields['within'], fields['from'], fields['to']];
  if (within !== undefined && (from !== undefined || to !== undefined)) {
    throw malformed(`Field '${path}' takes within, or from and to, not both`);
  }
  const window: Window = {
    ...(within !== undefined && { within: parseSpan(within, `${path}.within`) }),
    ...(from !== undefined && { from: parseInstant(from, `${path}.from`, 0) }),
    ...(to !== undefined && { to: parseInstant(to, `${path}.to`, DAY_MS) }),
  };
  if (window.from !== undefined && window.to !== undefined && window.from >= window.to) {
    throw malformed(`Field '${path}.to' should be after from`);
  }
  return window;
}

/** Parses a day (UTC) or an instant. A day gives its first instant plus `more` milliseconds. */
function parseInstant(value: unknown, path: string, more: number): number {
  if (typeof value === 'string') {
    const at = DATE.test(value)
      ? Date.parse(`${value}T00:00:00Z`) + more
      : INSTANT.test(value)
        ? Date.parse(value)
        : NaN;
    if (Number.isFinite(at)) {
      return at;
    }
  }
  throw malformed(`Field '${path}' should be a day or an instant of ISO 8601`);
}

function parseWhere(value: unknown, path: string): Where[] {
  const fields = parseFields(value, path);
  return Object.entries(fields).map(([attribute, test]) =>
    parseTest(attribute, test, `${path}.${parseText(attribute, path).slice(0, 80)}`),
  );
}

function parseTest(attribute: string, value: unknown, path: string): Where {
  if (!isJsonObject(value)) {
    const list: unknown[] = Array.isArray(value) ? value : [value];
    if (list.length === 0 || list.length > MAX_VALUES) {
      throw malformed(`Field '${path}' should hold from 1 to ${MAX_VALUES} values`);
    }
    return { attribute, is: list.map((item) => parseScalar(item, path)) };
  }
  const fields = parseFields(value, path);
  checkNames(fields, path, ['atLeast', 'atMost', 'exists']);
  if (fields['exists'] !== undefined) {
    if (Object.keys(fields).length > 1) {
      throw malformed(`Field '${path}' takes exists alone`);
    }
    return { attribute, exists: parseFlag(fields, 'exists', path) };
  }
  const [min, max] = ['atLeast', 'atMost'].map((name) =>
    fields[name] === undefined ? null : parseScalar(fields[name], `${path}.${name}`),
  );
  if ((min ?? null) === null && (max ?? null) === null) {
    throw malformed(`Field '${path}' takes a value, an array of values, atLeast and atMost, or exists`);
  }
  return { attribute, least: min ?? null, most: max ?? null };
}

function parseClauses(value: unknown, path: string): [Fields, string][] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (list.length === 0 || list.length > 20) {
    throw malformed(`Field '${path}' should hold from 1 to 20 clauses`);
  }
  return list.map((clause, index) => {
    const where = Array.isArray(value) ? `${path}[${index}]` : path;
    return [parseFields(clause, where), where];
  });
}

function parseFields(value: unknown, path: string): Fields {
  if (!isJsonObject(value)) {
    throw malformed(`Field '${path}' should be an object`);
  }
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null && field !== undefined));
}

/** An unknown field is an error: without it, a misspelled condition would match more users than wanted. */
function checkNames(fields: Fields, path: string, names: readonly string[]): void {
  const unknown = Object.keys(fields).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw malformed(`Field '${path}' takes ${names.join(', ')}, not '${unknown.slice(0, 40)}'`);
  }
}

function parseFlag(fields: Fields, name: string, path: string): boolean {
  const value = fields[name] ?? false;
  if (typeof value !== 'boolean') {
    throw malformed(`Field '${path}.${name}' should be true or false`);
  }
  return value;
}

function parseScalar(value: unknown, path: string): AttributeScalar {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) {
    return value;
  }
  return parseText(value, path);
}

function parseText(value: unknown, path: string): string {
  if (typeof value !== 'string' || value === '' || value.length > MAX_TEXT_LENGTH || !isStorable(value)) {
    throw malformed(`Field '${path}' should be a text that is not empty`);
  }
  return value;
}
