import type { Definitions } from './attribute.service.js';
import type { AttributeValue, Profile } from './attribute.types.js';

/** What is stored of a user's profile. */
export interface StoredUser {
  attrs: Readonly<Record<string, AttributeValue>>;
  email: string | null;
  msisdn: string | null;
}

/**
 * A profile by attribute code. Values of definitions that were deleted are not in it: their numbers have no code.
 * The object has no prototype, so that a code such as `constructor` is nothing but a key.
 */
export function profileOf({ attrs, email, msisdn }: StoredUser, definitions: Definitions): Profile {
  const profile: Profile = Object.create(null);
  for (const { code, attrId, column } of definitions.values()) {
    const value = column === undefined ? attrs[attrId] : column === 'email' ? email : msisdn;
    if (value !== undefined && value !== null) {
      profile[code] = value;
    }
  }
  return profile;
}
