import { type AddressKind, chooseAddress, contactOfPlatform } from '#libs/channels/definitions';
import { PLATFORMS, type Platform } from '#libs/content';
import type { ConsentChange } from '#libs/users/consent';

/** Consent of a person, an address or a device. @property wasOn  at the moment; absent: it changed only before, or never */
interface Consent {
  wasOn?: boolean;
  isOn: boolean;
}

/** Addresses of persons now, by uid. */
type PresentAddresses = ReadonlyMap<number, Readonly<Record<AddressKind, string | null>>>;

/**
 * Reach of persons at moments of the past: as it is now, without the consents and refusals since then. An address that
 * is refused now for a reason without a refusal of the person, as after a bounce, was refused before.
 */
export class ReachHistory {
  private readonly byUser = new Map<number, ConsentChange[]>();

  /** @param changes  in their order @param addresses  of those who changed something */
  constructor(
    changes: readonly ConsentChange[],
    private readonly addresses: PresentAddresses,
  ) {
    for (const change of changes) {
      const earlier = this.byUser.get(change.uid) ?? [];
      this.byUser.set(change.uid, earlier);
      earlier.push(change);
    }
  }

  /** @param isNow  tests if a message of the platform reaches the person now */
  wasReached(uid: number, platform: Platform, at: number, isNow: boolean): boolean {
    const changes = this.byUser.get(uid);
    if (!changes) {
      return isNow;
    }
    const contact = contactOfPlatform(platform);
    const consents = contact
      ? listConsents(changes, at, ({ subject }) =>
          subject === contact.subjects.user || subject === contact.subjects.address ? subject : undefined,
        )
      : listConsents(changes, at, ({ subject, platform: number, instId }) =>
          subject === 'PUSH' && number === PLATFORMS[platform].number ? String(instId) : undefined,
        );
    if (consents.every(({ wasOn }) => wasOn === undefined)) {
      return isNow;
    }
    const states = consents.map(({ wasOn, isOn }) => wasOn ?? isOn);
    return contact
      ? // The person and the address must both allow it.
        states.every(Boolean) &&
          (isNow || (this.hasAddress(uid, contact.address) && consents.some(({ isOn }) => !isOn)))
      : // One device is enough.
        states.some(Boolean) || (isNow && consents.every(({ isOn }) => !isOn));
  }

  /** Without one a refusal is not why the person is not reached now. */
  private hasAddress(uid: number, kind: AddressKind): boolean {
    const own = this.addresses.get(uid);
    return own !== undefined && chooseAddress(own, kind) !== null;
  }
}

/** @param keyOf  names the consent that changes; undefined: it belongs to another channel */
function listConsents(
  changes: readonly ConsentChange[],
  at: number,
  keyOf: (change: ConsentChange) => string | undefined,
): Consent[] {
  const consents = new Map<string, Consent>();
  for (const change of changes) {
    const key = keyOf(change);
    if (key !== undefined) {
      const earlier = consents.get(key)?.wasOn;
      const wasOn = earlier ?? (change.at.getTime() > at ? !change.value : undefined);
      consents.set(key, { isOn: change.value, ...(wasOn !== undefined && { wasOn }) });
    }
  }
  return [...consents.values()];
}
