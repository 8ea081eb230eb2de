/**
 * The part of a snapshot that ends with a transaction (form of `pg_snapshot`: `xmin:xmax:running,…`): what the snapshot
 * sees, as far as it began no later than that.
 *
 * @param xid  a transaction that the snapshot sees
 */
export function snapshotUpTo(snapshot: string, xid: string): string {
  const end = BigInt(xid) + 1n;
  const running = (snapshot.split(':')[2] ?? '')
    .split(',')
    .filter((id) => id !== '')
    .map(BigInt)
    .filter((id) => id < end);
  return `${running[0] ?? end}:${end}:${running.join()}`;
}
