import { hash } from 'node:crypto';

/**
 * Number of virtual buckets (`vb`), the distribution column of every table with rows per user. A power of two that
 * never changes.
 */
export const BUCKETS = 1024;

/**
 * The bucket of a name within an application: `hash(app, name) mod 1024`. `name` is the extId of a user, or a token,
 * address or installation id. The one-shot hash takes a quarter of the time of a hash object, and requests call it a
 * thousand times.
 */
export function bucketOf(appId: number, name: string): number {
  return Number.parseInt(hash('md5', `${appId}:${name}`).slice(0, 4), 16) % BUCKETS;
}

/** Ids of users and installations are `n·1024 + vb`, so an id contains its bucket. */
export function bucketOfId(id: number): number {
  return id % BUCKETS;
}
