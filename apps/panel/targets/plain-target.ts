type Part = Readonly<Record<string, unknown>>;

/**
 * Dissolves the groups of a target: the parts of a group of all stand beside each other.
 *
 * @param target  made by `targetOf`
 * @returns undefined where it needs groups, or has two places or visits
 */
export function withoutGroups(target: object): object | undefined {
  const parts = 'all' in target ? (target.all as readonly Part[]) : [target as Part];
  const named = (kind: string): unknown[] => parts.flatMap((part) => (kind in part ? [part[kind]] : []));
  const [places, first, last] = [named('location'), named('firstSeen'), named('lastSeen')];
  if (
    parts.some((part) => 'all' in part || 'any' in part || 'none' in part) ||
    [places, first, last].some(({ length }) => length > 1)
  ) {
    return undefined;
  }
  const kinds: [kind: string, value: unknown][] = [
    ['tag', joinNames(named('tag'))],
    ['segment', joinNames(named('segment'))],
    ['profile', joinConditions(named('profile'))],
    ['installation', joinConditions(named('installation'))],
    ['event', listOf(named('event'))],
    ['product', listOf(named('product'))],
    ['firstSeen', first[0]],
    ['lastSeen', last[0]],
    ['reachable', joinNames(named('reachable'))],
    ['location', places[0]],
    ['sendToAll', named('sendToAll')[0]],
  ];
  return Object.fromEntries(kinds.filter(([, value]) => value !== undefined));
}

/** True where `sendBulkNotification` takes a target without groups; the others are for segments, which sends name. */
export function isForSends(target: object): boolean {
  return !['event', 'product', 'firstSeen', 'lastSeen', 'reachable'].some((form) => form in target);
}

function listOf(values: readonly unknown[]): unknown {
  return values.length > 0 ? values : undefined;
}

/** Joins names: lists have one name each, and excluded ones stand in `$not`. */
function joinNames(values: readonly unknown[]): object | undefined {
  const all = values.flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : []));
  const none = values.flatMap((value) => (Array.isArray(value) ? [] : (value as { $not: unknown[] }).$not));
  return values.length === 0
    ? undefined
    : { ...(all.length > 0 && { $and: all }), ...(none.length > 0 && { $not: none }) };
}

function joinConditions(values: readonly unknown[]): unknown {
  return values.length > 1 ? { $and: values } : values[0];
}
