import { createHash } from 'node:crypto';
import type { Message } from '#libs/content';
import type { DispatchRequest } from '#libs/delivery';

/** The subject of an approval, as the dispatches have it. The trace of the request is no part of it. */
type Content = Pick<DispatchRequest, 'message' | 'target' | 'options' | 'speed'>;

/**
 * A part of a campaign that is another one than before, as JSON; null: it is not there. Of a long one only what surrounds
 * the first difference is reported, with `…` where something is left out.
 */
export interface ContentDifference {
  field: string;
  from: string | null;
  to: string | null;
}

/** A message in all its languages and forms has fewer. */
const MAX_DIFFERENCES = 200;
const MAX_VALUE = 300;
/** A content that is not there. */
const NO_MESSAGE: Message = { platforms: [], ios: {}, android: {} };
/** Characters before the first difference. */
const CONTEXT = 60;

/** @returns hexadecimal SHA-256 of message, target and options of the dispatches of a send */
export function hashRequest(dispatches: readonly Content[]): string {
  const content = JSON.stringify(dispatches.map((dispatch) => sorted(contentOf(dispatch))));
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Lists differences to the earlier campaign that this one replaces, by path; at most 200. Paths of several contents begin
 * with their place.
 *
 * @param before  contents in their order; none: it is past its retention
 * @param now  a time of sending before it means at once
 */
export function compareCampaigns(
  before: readonly Content[],
  after: readonly Content[],
  now: Date,
): ContentDifference[] {
  const [first] = before;
  const [own] = after;
  if (first === undefined || own === undefined) {
    return [];
  }
  if (before.length === 1 && after.length === 1) {
    return compareContents(first, own, now);
  }
  const isShared = (field: string): boolean => !field.startsWith('message');
  const places = Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index);
  return places
    .flatMap((index) => {
      const from = before[index] ?? { ...first, message: NO_MESSAGE };
      const to = after[index] ?? { ...own, message: NO_MESSAGE };
      return compareContents(from, to, now).flatMap(({ field, ...rest }) =>
        isShared(field)
          ? index === 0
            ? [{ field, ...rest }]
            : []
          : [{ field: `contents[${index}].${field}`, ...rest }],
      );
    })
    .slice(0, MAX_DIFFERENCES);
}

/**
 * Lists differences of one content, by path; at most 200.
 *
 * @param now  a time of sending before it means at once
 */
export function compareContents(before: Content, after: Content, now: Date): ContentDifference[] {
  const [from, to] = [before, after].map((content) => flatten(withoutPast(contentOf(content), now)));
  const fields = [...new Set([...(from?.keys() ?? []), ...(to?.keys() ?? [])])];
  return fields
    .filter((field) => from?.get(field) !== to?.get(field))
    .slice(0, MAX_DIFFERENCES)
    .map((field) => ({ field, ...cutAround(from?.get(field) ?? null, to?.get(field) ?? null) }));
}

function contentOf({ message, target, options, speed }: Content): Record<string, unknown> {
  const { trace: _trace, ...own } = options;
  return { message, target, options: own, ...(speed && { speed }) };
}

function withoutPast(content: Record<string, unknown>, now: Date): Record<string, unknown> {
  // The draw of a limit differs each time, and no one wrote it.
  const { startTime, draw: _draw, ...options } = content['options'] as { startTime?: string; draw?: string };
  const isAhead = startTime !== undefined && new Date(startTime) > now;
  return { ...content, options: { ...options, ...(isAhead && { startTime }) } };
}

/** Rows of the database and objects of a request may have their fields in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}

/** Cuts the surroundings of the first difference of two texts. */
function cutAround(from: string | null, to: string | null): Pick<ContentDifference, 'from' | 'to'> {
  const begin = from === null || to === null ? 0 : Math.max(0, findDifference(from, to) - CONTEXT);
  const cut = (text: string | null): string | null =>
    text &&
    [begin > 0 && '…', text.slice(begin, begin + MAX_VALUE).toWellFormed(), text.length > begin + MAX_VALUE && '…']
      .filter(Boolean)
      .join('');
  return { from: cut(from), to: cut(to) };
}

function findDifference(text: string, other: string): number {
  let place = 0;
  while (place < text.length && text[place] === other[place]) {
    place += 1;
  }
  return place;
}

/** Leaves by their path; a list is one leaf. */
function flatten(value: unknown, path = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return new Map([[path, JSON.stringify(sorted(value))]]);
  }
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [...flatten(inner, path === '' ? name : `${path}.${name}`)]),
  );
}
