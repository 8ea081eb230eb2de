/**
 * The transactions that both snapshots see.
 *
 * @returns a snapshot
 */
export function intersectSnapshots(first: string, second: string): string {
  const [a, b] = [parseSnapshot(first), parseSnapshot(second)];
  const end = a.end < b.end ? a.end : b.end;
  const running = [...new Set([...a.running, ...b.running])].filter((id) => id < end);
  return formatSnapshot(end, running);
}

/**
 * The part of a snapshot up to a transaction (form of `pg_snapshot`: `xmin:xmax:running,…`).
 *
 * @param xid  a transaction that the snapshot sees
 */
export function truncateSnapshot(snapshot: string, xid: string): string {
  const end = BigInt(xid) + 1n;
  return formatSnapshot(
    end,
    parseSnapshot(snapshot).running.filter((id) => id < end),
  );
}

function parseSnapshot(snapshot: string): { end: bigint; running: bigint[] } {
  const [, end = '', running = ''] = snapshot.split(':');
  return {
    end: BigInt(end),
    running: running
      .split(',')
      .filter((id) => id !== '')
      .map(BigInt),
  };
}

function formatSnapshot(end: bigint, running: readonly bigint[]): string {
  const sorted = running.toSorted((a, b) => (a < b ? -1 : 1));
  return `${sorted[0] ?? end}:${end}:${sorted.join()}`;
}
