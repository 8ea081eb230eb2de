import { bucketOf } from '#platform/ids';
import { type AppError, malformed, missing } from '#platform/errors';
import { readExtId } from './read-text.js';
import type { UserDevice, UserChange } from './users.types.js';

/** Specification, section 8. */
const MAX_USERS = 1000;
/** Longest list that is counted to its end. */
const MAX_COUNTED = 10_000;

/**
 * The changes of one request, one for each user. Entries of the same extId are merged; the later value wins. A token
 * that two users claim in one request goes to the later one.
 */
export class UserChanges {
  private readonly changes = new Map<string, UserChange>();
  private readonly changesByToken = new Map<string, UserChange>();

  constructor(private readonly appId: number) {}

  /** The change of one user. */
  getOrCreate(extId: string): UserChange {
    const present = this.changes.get(extId);
    if (present) {
      return present;
    }
    const change: UserChange = {
      extId: readExtId(extId),
      vb: bucketOf(this.appId, extId),
      attrs: new Map(),
      tags: new Set(),
      devices: new Map(),
    };
    this.changes.set(extId, change);
    return change;
  }

  /** Adds a device to a user's change. What an earlier entry said of it stays, unless this one says otherwise. */
  addDevice(change: UserChange, device: UserDevice): void {
    const hash = device.token.key.hash.toString('hex');
    const details = { ...change.devices.get(hash)?.details, ...device.details };
    this.changesByToken.get(hash)?.devices.delete(hash);
    this.changesByToken.set(hash, change);
    change.devices.set(hash, { ...device, details });
  }

  list(): UserChange[] {
    return [...this.changes.values()];
  }
}

/**
 * Removes duplicates from the extIds of a request.
 *
 * @throws AppError missing_field when there is none; malformed for more than 1000 different ones
 */
export function uniqueExtIds(extIds: readonly string[]): string[] {
  const unique = new Set<string>();
  for (const extId of extIds) {
    // The rest of a list that is far too long is not read: it would hold the thread.
    if (unique.add(extId).size > MAX_COUNTED) {
      throw tooMany(`more than ${MAX_COUNTED}`);
    }
  }
  if (unique.size === 0) {
    throw missing('extId');
  }
  if (unique.size > MAX_USERS) {
    throw tooMany(unique.size);
  }
  return [...unique];
}

function tooMany(named: number | string): AppError {
  return malformed(`A request may name at most ${MAX_USERS} unique extId values, this one names ${named}`);
}
