/** One entry of `unsetProfileAttributes`: codes. */
export interface ProfileUnset {
  extId: string;
  profile: readonly string[];
}

/** One entry of `deleteProfileAttributeValue`. */
export interface DeletedValue {
  key: string;
  value: unknown;
}
