import { hash } from 'node:crypto';

/** Virtual buckets (`vb`): the distribution column of every per-user table. A power of two, fixed for ever. */
export const BUCKETS = 1024;

/**
 * The bucket of a name within an application: `hash(app, name) mod 1024` (design, section 4).
 * `name` is the extId of a user, or a token, address or installation id in a look-up table. Taken a thousand times per
 * request, hence the one-shot hash: a quarter of the time of a hash object.
 */
export function bucketOf(appId: number, name: string): number {
  return Number.parseInt(hash('md5', `${appId}:${name}`).slice(0, 4), 16) % BUCKETS;
}

/** uids and installation ids are `n·1024 + vb`, so that an id alone says its bucket. */
export function bucketOfId(id: number): number {
  return id % BUCKETS;
}
