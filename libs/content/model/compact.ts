/** A record without the keys whose value is undefined: the normal form knows absent keys only. */
export function compact<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}
