import { bucketOf } from '#platform/ids';
import { readExtId, type Addresses, type UserConsent } from '#libs/users/identities';
import type { AttributeValue } from '#libs/users/profiles';
import type { UserDevice } from '#libs/users/devices';

/**
 * The change that one request makes to one user. Absent values stay.
 *
 * @property attrs  values by attribute code
 * @property tags  names of tags to add
 * @property devices  by token hash (hex), so that a token counts once
 */
export interface UserChange extends Partial<Addresses<string>> {
  extId: string;
  vb: number;
  attrs: Map<string, AttributeValue>;
  tags: Set<string>;
  consent?: UserConsent;
  devices: Map<string, UserDevice>;
}

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
