const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Leaf = Readonly<Record<string, unknown>>;

/** Writes a behaviour as a request does. Products are their events. */
export function eventOf(leaf: Leaf): object {
  const { name, did, atLeast, window, where } = leaf;
  const tests = Array.isArray(where)
    ? where.map(recordOf).map((test) => [String(test['attribute']), testOf(test)])
    : [];
  return {
    event: {
      name,
      ...(atLeast !== 1 && { atLeast }),
      ...windowOf(recordOf(window)),
      ...(did === false && { not: true }),
      ...(tests.length > 0 && { where: Object.fromEntries(tests) as object }),
    },
  };
}

/** When users were seen. */
export function seenOf({ which, inside, window }: Leaf): object {
  const seen = { ...windowOf(recordOf(window)), ...(inside === false && { not: true }) };
  return which === 'first' ? { firstSeen: seen } : { lastSeen: seen };
}

function testOf({ is, exists, least, most }: Leaf): unknown {
  if (is !== undefined || exists !== undefined) {
    return is ?? { exists };
  }
  return { ...(least !== null && { atLeast: least }), ...(most !== null && { atMost: most }) };
}

/** A window in milliseconds, whose end is excluded, as spans, days and instants. */
function windowOf({ within, from, to }: Leaf): object {
  return {
    ...(typeof within === 'number' && {
      within: within % DAY_MS === 0 ? `${within / DAY_MS}d` : `${within / HOUR_MS}h`,
    }),
    ...(typeof from === 'number' && { from: from % DAY_MS === 0 ? dayOf(from) : new Date(from).toISOString() }),
    ...(typeof to === 'number' && { to: to % DAY_MS === 0 ? dayOf(to - DAY_MS) : new Date(to).toISOString() }),
  };
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function recordOf(value: unknown): Leaf {
  return typeof value === 'object' && value !== null ? (value as Leaf) : {};
}
