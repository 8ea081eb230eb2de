import type { AttributeDefinitions } from './attribute.service.js';
import { isSealedText } from '../sealing/sealed-text.js';
import type { AttributeDefinition, AttributeValue, Profile } from '../model/attribute.types.js';
import { readStoredAddress, type StoredAddresses } from '#libs/users/identities';

/**
 * Builds a profile by attribute code. Values of deleted definitions are left out: their ids have no code. The object
 * has no prototype, so that a code such as `constructor` is a plain key.
 *
 * @param survivedRemovals  removals that this user's values survived
 */
export function buildProfile(
  user: StoredAddresses<AttributeValue>,
  definitions: AttributeDefinitions,
  survivedRemovals?: ReadonlySet<number>,
): Profile {
  const profile: Profile = Object.create(null);
  const { attrs } = user;
  for (const { code, attrId, column, removing, seal } of definitions.values()) {
    const stored = column === undefined ? attrs[attrId] : readStoredAddress(user, column);
    const value =
      removing && stored !== undefined && stored !== null ? applyRemovals(stored, removing, survivedRemovals) : stored;
    const shown = seal && value !== undefined && value !== null ? seal.open(value) : value;
    // A process that does not know of a new seal yet must not show encrypted texts.
    if (shown !== undefined && shown !== null && !isEmptyList(shown) && !hasSealedText(shown)) {
      profile[code] = shown;
    }
  }
  return profile;
}

/** An array without elements is no value: nothing was stored, or the last element was taken away. */
function isEmptyList(value: AttributeValue): boolean {
  return typeof value === 'object' && value.length === 0;
}

function hasSealedText(value: AttributeValue): boolean {
  return typeof value === 'object' ? value.some(isSealedText) : isSealedText(value);
}

/** Leaves out what removals have not yet deleted from the row, as the SQL function `users.without` does. */
function applyRemovals(
  value: AttributeValue,
  removing: NonNullable<AttributeDefinition['removing']>,
  survivedRemovals: ReadonlySet<number> | undefined,
): AttributeValue | undefined {
  const removedValues = removing
    .filter(({ removalId }) => !survivedRemovals?.has(removalId))
    .map((removal) => removal.value);
  if (typeof value === 'object') {
    return value.filter((element) => !removedValues.includes(element));
  }
  return removedValues.includes(value) ? undefined : value;
}

/** Leaves out values that only a key with the scope `private` reads: private and sealed ones. */
export function withoutPrivate(profile: Profile, definitions: AttributeDefinitions): Profile {
  const shown: Profile = Object.create(null);
  for (const [code, value] of Object.entries(profile)) {
    const definition = definitions.get(code);
    if (definition && !definition.privateInfo && !definition.sealed) {
      shown[code] = value;
    }
  }
  return shown;
}
