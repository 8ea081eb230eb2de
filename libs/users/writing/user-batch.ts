import { malformed } from '#platform/errors';
import { Raced } from '../attempts.js';
import { MAX_ELEMENTS } from '../attributes/attribute-values.js';
import type { AttributeValue } from '../attributes/attribute.types.js';
import type { PlannedDevice } from './device-writer.service.js';
import type { AttributeMode, KnownUser, UserRow, WrittenUser } from '../user.repository.js';
import type { UserChange } from '../users.types.js';

/** @property presumed  nobody was looked up: all users are taken for known, under numbers that nobody has */
export interface Batch {
  presumed: boolean;
  appId: number;
  changes: readonly UserChange[];
  attrIds: ReadonlyMap<string, number>;
  tagIds: ReadonlyMap<string, number>;
  mode: AttributeMode;
  known: ReadonlyMap<string, KnownUser>;
  rows: readonly UserRow[];
  devices: readonly PlannedDevice[];
}

/** What a batch is made of, before anything is read. */
export type Wanted = Omit<Batch, 'presumed' | 'known' | 'rows' | 'devices'>;

/** A batch was presumed to have known users alone, and has not. Thrown to roll back. */
export class Stranger extends Error {
  override readonly name = 'Stranger';
}

/** @throws Stranger, or Raced when a user that was found is created again: its number must not come back */
export function checkCreated(written: readonly WrittenUser[], { presumed, known }: Batch): void {
  for (const { created, extId } of written) {
    if (created && presumed) {
      throw new Stranger('A user is new');
    }
    if (created && known.has(extId)) {
      throw new Raced('A user was deleted meanwhile');
    }
  }
}

export function hasAddress({ email, msisdn }: Pick<UserRow, 'email' | 'msisdn'>): boolean {
  return email !== undefined || msisdn !== undefined;
}

export function rowOf({ attrIds, tagIds }: Wanted, change: UserChange, uid: number): UserRow {
  const attrs = new Map<number, AttributeValue>();
  for (const [code, value] of change.attrs) {
    attrs.set(required(attrIds.get(code)), value);
  }
  const tags = new Set<number>();
  for (const name of change.tags) {
    tags.add(required(tagIds.get(name)));
  }
  const { extId, vb, email, msisdn } = change;
  return { uid, vb, extId, attrs, tags, email, msisdn };
}

export function checkLengths(written: readonly WrittenUser[]): void {
  const full = written.find(({ longest = 0 }) => longest > MAX_ELEMENTS);
  if (full) {
    throw malformed(`An attribute of user '${full.extId}' would have more than ${MAX_ELEMENTS} values`);
  }
}

export function sorted(ids: Iterable<number>): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

export function required(id: number | undefined): number {
  if (id === undefined) {
    throw new Error('A change names a user, an attribute or a tag that has no number');
  }
  return id;
}
