import { randomInt } from 'node:crypto';
import { ADDRESS_KINDS } from '#libs/channels/definitions';
import type { Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import { BUCKETS } from '#platform/ids';
import { ConcurrentWriteError, putAddresses, type Addresses, type UserConsent } from '#libs/users/identities';
import {
  MAX_ELEMENTS,
  type AttributeValue,
  type AttributeMode,
  type ExistingUser,
  type UserRepository,
  type UserRow,
  type WrittenUser,
} from '#libs/users/profiles';
import type { ConsentOrigin } from '#libs/users/consent';
import type { PlannedDevice } from './device-writer.service.js';
import type { UserChange } from './user-changes.js';

/**
 * @property origin          who changes consent
 * @property assumeExisting  no look-up was made: all users count as existing, under uids that belong to no user
 */
export interface UserBatch {
  assumeExisting: boolean;
  appId: number;
  changes: readonly UserChange[];
  attrIds: ReadonlyMap<string, number>;
  tagIds: ReadonlyMap<string, number>;
  mode: AttributeMode;
  origin: ConsentOrigin;
  existing: ReadonlyMap<string, ExistingUser>;
  rows: readonly UserRow[];
  devices: readonly PlannedDevice[];
}

/** The input of a batch, before anything is read. */
export type BatchInput = Omit<UserBatch, 'assumeExisting' | 'existing' | 'rows' | 'devices'>;

/** Finds those users of a batch that exist, by extId. */
export async function findBatchUsers(
  users: UserRepository,
  appId: number,
  changes: readonly UserChange[],
  tx?: Tx,
): Promise<Map<string, ExistingUser>> {
  const existing = await users.findByExtIds(
    appId,
    changes.map((change) => change.vb),
    changes.map((change) => change.extId),
    tx,
  );
  return new Map(existing.map((user) => [user.extId, user]));
}

/** A batch was assumed to have existing users only, but has a new one. Thrown to roll back. */
export class UnexpectedNewUserError extends Error {
  override readonly name = 'UnexpectedNewUserError';
}

/**
 * @throws UnexpectedNewUserError, or ConcurrentWriteError when a deleted user is created again: its uid must not return
 */
export function checkCreated(written: readonly WrittenUser[], { assumeExisting, existing }: UserBatch): void {
  for (const { created, extId } of written) {
    if (created && assumeExisting) {
      throw new UnexpectedNewUserError('A user is new');
    }
    if (created && existing.has(extId)) {
      throw new ConcurrentWriteError('A user was deleted by another request');
    }
  }
}

export function hasAddress(user: Partial<Addresses<string | undefined>>): boolean {
  return ADDRESS_KINDS.some((kind) => user[kind] !== undefined);
}

/**
 * Values of calculated attributes by extId. A device that its user has already says nothing new, so that a list that is
 * registered again changes nothing.
 */
export function collectReported(devices: readonly PlannedDevice[]): Map<string, Map<number, AttributeValue>> {
  const byUser = new Map<string, Map<number, AttributeValue>>();
  for (const { extId, isNew, reported } of devices) {
    if (isNew && reported) {
      byUser.set(extId, new Map([...(byUser.get(extId) ?? []), ...reported]));
    }
  }
  return byUser;
}

/** @param reported  values of calculated attributes, by id */
export function toUserRow(
  { attrIds, tagIds }: Pick<BatchInput, 'attrIds' | 'tagIds'>,
  change: UserChange,
  uid: number,
  reported?: ReadonlyMap<number, AttributeValue>,
): UserRow {
  const attrs = new Map<number, AttributeValue>(reported);
  for (const [code, value] of change.attrs) {
    attrs.set(requireId(attrIds.get(code)), value);
  }
  const tags = new Set<number>();
  for (const name of change.tags) {
    tags.add(requireId(tagIds.get(name)));
  }
  putAddresses(change, attrs);
  const { extId, vb } = change;
  const row: UserRow = { uid, vb, extId, attrs, tags };
  for (const kind of ADDRESS_KINDS) {
    row[kind] = change[kind];
  }
  return row;
}

/** The consent of users by uid. @param uids  of every user of the batch, by extId */
export function toConsentRows(
  changes: readonly UserChange[],
  uids: ReadonlyMap<string, number>,
): (UserConsent & { uid: number })[] {
  return changes.map(({ extId, consent }) => ({ uid: requireId(uids.get(extId)), ...consent }));
}

/** Uids are allocated from 1024 upwards and never come near this multiple of the number of buckets. */
const UNUSED_UIDS = 2 ** 52;
const UNUSED_ROUNDS = 2 ** 40;

/**
 * One uid for each change, in its bucket, that belongs to no user. They begin at a random place: concurrent batches
 * would otherwise propose the same and wait for each other.
 */
export function unusedUids(changes: readonly Pick<UserChange, 'vb'>[]): number[] {
  const first = randomInt(UNUSED_ROUNDS);
  return changes.map(({ vb }, i) => UNUSED_UIDS + BUCKETS * (first + i) + vb);
}

export function checkArrayLengths(written: readonly WrittenUser[]): void {
  const overflowing = written.find(({ longest = 0 }) => longest > MAX_ELEMENTS);
  if (overflowing) {
    throw malformed(`An attribute of user '${overflowing.extId}' would have more than ${MAX_ELEMENTS} values`);
  }
}

export function sortUnique(ids: Iterable<number>): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

export function requireId(id: number | undefined): number {
  if (id === undefined) {
    throw new Error('A change names a user, an attribute or a tag without an id');
  }
  return id;
}
