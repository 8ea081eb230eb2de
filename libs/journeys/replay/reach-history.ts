import { contactOfPlatform } from '#libs/channels';
import { PLATFORMS, type Platform } from '#libs/content';
import type { ConsentChange } from '#libs/users/consent';

/** A word of a person, or about a device. @property wasOn  at the moment; absent: it changed only before, or never */
interface Word {
  wasOn?: boolean;
  isOn: boolean;
}

/**
 * Who could be reached at moments of the past: as they are now, without the consents and refusals since then. An address that
 * is refused now for a reason without a word of the person, as after a bounce, was refused before.
 */
export class ReachHistory {
  private readonly byUser = new Map<number, ConsentChange[]>();

  /** @param changes  in their order */
  constructor(changes: readonly ConsentChange[]) {
    for (const change of changes) {
      const own = this.byUser.get(change.uid) ?? [];
      this.byUser.set(change.uid, own);
      own.push(change);
    }
  }

  /** @param isNow  tests if a message of the platform reaches the person now */
  wasReached(uid: number, platform: Platform, at: number, isNow: boolean): boolean {
    const own = this.byUser.get(uid);
    if (!own) {
      return isNow;
    }
    const contact = contactOfPlatform(platform);
    const words = contact
      ? listWords(own, at, ({ subject }) =>
          subject === contact.subjects.user || subject === contact.subjects.address ? subject : undefined,
        )
      : listWords(own, at, ({ subject, platform: number, instId }) =>
          subject === 'PUSH' && number === PLATFORMS[platform].number ? String(instId) : undefined,
        );
    if (words.every(({ wasOn }) => wasOn === undefined)) {
      return isNow;
    }
    const states = words.map(({ wasOn, isOn }) => wasOn ?? isOn);
    return contact
      ? // A word for the person and one for the address, both of which must allow it.
        states.every(Boolean) && (isNow || words.some(({ isOn }) => !isOn))
      : // One device is enough.
        states.some(Boolean) || (isNow && words.every(({ isOn }) => !isOn));
  }
}

/** @param keyOf  names the word that changes; undefined: it belongs to another channel */
function listWords(
  changes: readonly ConsentChange[],
  at: number,
  keyOf: (change: ConsentChange) => string | undefined,
): Word[] {
  const words = new Map<string, Word>();
  for (const change of changes) {
    const key = keyOf(change);
    if (key !== undefined) {
      const earlier = words.get(key)?.wasOn;
      const wasOn = earlier ?? (change.at.getTime() > at ? !change.value : undefined);
      words.set(key, { isOn: change.value, ...(wasOn !== undefined && { wasOn }) });
    }
  }
  return [...words.values()];
}
