type Part = Readonly<Record<string, unknown>>;

/**
 * The same target without groups, as sends take it: the parts of a group of all stand beside each other.
 *
 * @param target  made by `targetOf`
 * @returns undefined where it needs groups, or has two places
 */
export function withoutGroups(target: object): object | undefined {
  const parts = 'all' in target ? (target.all as readonly Part[]) : [target as Part];
  const named = (kind: string): unknown[] => parts.flatMap((part) => (kind in part ? [part[kind]] : []));
  const places = named('location');
  if (parts.some((part) => 'all' in part || 'any' in part || 'none' in part) || places.length > 1) {
    return undefined;
  }
  const kinds: [kind: string, value: unknown][] = [
    ['tag', joinNames(named('tag'))],
    ['segment', joinNames(named('segment'))],
    ['profile', joinConditions(named('profile'))],
    ['installation', joinConditions(named('installation'))],
    ['event', named('event').length > 0 ? named('event') : undefined],
    ['location', places[0]],
    ['sendToAll', named('sendToAll')[0]],
  ];
  return Object.fromEntries(kinds.filter(([, value]) => value !== undefined));
}

/** Lists have one name each; what nobody may have stands in `$not`. */
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
