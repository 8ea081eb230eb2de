import type { AttributeDefinitions } from '#libs/users/profiles';
import { USER_FIELDS } from './read-mapping.js';

const PROFILE_PREFIX = 'profile.';

/** The meaning of a column by its name alone. Unknown ones are refused, unless a mapping says what they are. */
export interface ExplainedColumn {
  name: string;
  kind: 'FIELD' | 'ATTRIBUTE' | 'UNKNOWN';
  /** The field or the code of the attribute. */
  target: string | null;
}

/** Without a mapping, a column is what its name says: a field, `profile.CODE`, or a defined attribute. */
export function explainColumn(name: string, definitions: AttributeDefinitions): ExplainedColumn {
  if (USER_FIELDS.has(name)) {
    return { name, kind: 'FIELD', target: name };
  }
  const hasPrefix = name.startsWith(PROFILE_PREFIX);
  const code = hasPrefix ? name.slice(PROFILE_PREFIX.length) : name;
  return hasPrefix || definitions.has(code)
    ? { name, kind: 'ATTRIBUTE', target: code }
    : { name, kind: 'UNKNOWN', target: null };
}
