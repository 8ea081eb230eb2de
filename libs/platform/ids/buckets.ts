import { createHash } from 'node:crypto';

/** Virtual buckets (`vb`): the distribution column of every per-user table. A power of two, fixed for ever. */
export const BUCKETS = 1024;

/**
 * The bucket of a name within an application: `hash(app, name) mod 1024` (design, section 4).
 * `name` is the extId of a user, or a token, address or installation id in a look-up table.
 */
export function bucketOf(appId: number, name: string): number {
  return createHash('md5').update(`${appId}:${name}`).digest().readUInt16BE(0) % BUCKETS;
}

/** uids and installation ids are `n·1024 + vb`, so that an id alone says its bucket. */
export function bucketOfId(id: number): number {
  return id % BUCKETS;
}
