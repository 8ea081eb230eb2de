import { eventOf, seenOf } from './tree-behaviour.js';

/** A stored target as a tree, whose leaves may be of any kind. */
interface Leaf extends Readonly<Record<string, unknown>> {
  type?: unknown;
  of?: unknown;
  mode?: unknown;
  names?: unknown;
  code?: unknown;
  on?: unknown;
  values?: unknown;
  exists?: unknown;
  texts?: unknown;
  limits?: unknown;
  latitude?: unknown;
  longitude?: unknown;
  radius?: unknown;
}

/** Thrown for a leaf that a request of the panel cannot hold. */
class UnwritableLeafError extends Error {}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const GROUPS: Readonly<Record<string, string>> = { and: 'all', or: 'any', not: 'none' };
const MODES: Readonly<Record<string, string>> = { any: '$or', all: '$and', none: '$not' };

/**
 * The target of a campaign that was launched, as a request writes it.
 *
 * @param tree  as the page of a campaign has it
 * @returns undefined where the panel has no words for all of it
 */
export function targetOfTree(tree: unknown): object | undefined {
  try {
    return targetOf(tree);
  } catch (error) {
    if (error instanceof UnwritableLeafError) {
      return undefined;
    }
    throw error;
  }
}

function targetOf(tree: unknown): object {
  const leaf = (typeof tree === 'object' && tree !== null ? tree : {}) as Leaf;
  const type = String(leaf.type);
  switch (type) {
    case 'all':
      return { sendToAll: true };
    case 'and':
    case 'or':
    case 'not':
      return { [GROUPS[type] ?? '']: listOf(leaf.of).map(targetOf) };
    case 'tag':
    case 'segment':
      return { [type]: namesOf(leaf) };
    case 'profile':
    case 'exists':
    case 'contains':
    case 'range':
      return { [leaf.on === 'installation' ? 'installation' : 'profile']: { [String(leaf.code)]: conditionOf(leaf) } };
    case 'location': {
      const { latitude, longitude, radius } = leaf;
      return { location: { latitude, longitude, radius } };
    }
    case 'event':
      return eventOf(leaf);
    case 'seen':
      return seenOf(leaf);
    case 'reachable':
      return { reachable: namesOf({ mode: leaf.mode, names: leaf['platforms'] }) };
    default:
      throw new UnwritableLeafError(type);
  }
}

function namesOf({ mode, names }: Leaf): unknown {
  const list = listOf(names);
  const word = MODES[String(mode)];
  if (word === undefined) {
    throw new UnwritableLeafError(String(mode));
  }
  return mode === 'any' && list.length === 1 ? list : { [word]: list };
}

function conditionOf({ type, values, exists, texts, limits }: Leaf): unknown {
  switch (type) {
    case 'profile': {
      const list = listOf(values);
      return list.length === 1 ? list[0] : list;
    }
    case 'exists':
      return { $exists: exists };
    case 'contains':
      return { $contains: listOf(texts) };
    default: {
      const [limit, ...rest] = listOf(limits) as { op?: unknown; value?: unknown; day?: unknown }[];
      if (limit?.value === undefined || rest.length > 0) {
        throw new UnwritableLeafError('range');
      }
      const { op, value, day } = limit;
      const isOfAnotherZone = typeof value === 'number' && typeof day === 'string';
      return { [String(op)]: isOfAnotherZone ? instantOnDay(value, day) : value };
    }
  }
}

/**
 * Writes an instant in a zone where it is on a day, the nearest to UTC. As a number, its day would be another one.
 *
 * @param day  such as `2026-11-29`
 */
function instantOnDay(instant: number, day: string): string {
  const start = Date.parse(day);
  const [least, most] = [start - instant, start + DAY_MS - 1 - instant].map((ms) => ms / MINUTE_MS);
  const minutes = Math.min(Math.max(0, Math.ceil(least ?? 0)), Math.floor(most ?? 0));
  const local = new Date(instant + minutes * MINUTE_MS).toISOString().slice(0, -1);
  const [hour, minute] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return minutes === 0 ? `${local}Z` : `${local}${minutes < 0 ? '-' : '+'}${hour}:${minute}`;
}

function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) {
    throw new UnwritableLeafError('list');
  }
  return value;
}
