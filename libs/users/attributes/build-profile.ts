import type { AttributeDefinitions } from './attribute.service.js';
import type { AttributeDefinition, AttributeValue, Profile } from '../model/attribute.types.js';

/** What is stored of a user's profile. */
export interface StoredUser {
  attrs: Readonly<Record<string, AttributeValue>>;
  email: string | null;
  msisdn: string | null;
}

/**
 * A profile by attribute code. Values of definitions that were deleted are not in it: their numbers have no code.
 * The object has no prototype, so that a code such as `constructor` is nothing but a key.
 *
 * @param survivedRemovals  removals that this user's values survived
 */
export function buildProfile(
  { attrs, email, msisdn }: StoredUser,
  definitions: AttributeDefinitions,
  survivedRemovals?: ReadonlySet<number>,
): Profile {
  const profile: Profile = Object.create(null);
  for (const { code, attrId, column, removing } of definitions.values()) {
    const stored = column === undefined ? attrs[attrId] : column === 'email' ? email : msisdn;
    const value =
      removing && stored !== undefined && stored !== null ? applyRemovals(stored, removing, survivedRemovals) : stored;
    if (value !== undefined && value !== null) {
      profile[code] = value;
    }
  }
  return profile;
}

/** What is left of a value after removals that have not reached the row yet: as the SQL function `users.without`. */
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
