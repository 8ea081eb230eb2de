import { isJsonObject } from '#platform/collections';

const PROFILE_PREFIX = 'profile.';
/** The place of a fault in one entry of a list. */
const ENTRY = /\[\d+\]$/;

/**
 * The column of a file that a field comes from, to name it to whoever looks at a refused line.
 *
 * @param mapping  of an import, as it was received
 * @param field    of a refusal, such as `profile.age`; empty: the line as a whole
 * @returns null where no single column gives the value
 */
export function nameColumn(mapping: Readonly<Record<string, unknown>>, field: string): string | null {
  const name = field.replace(ENTRY, '');
  const isProfile = name.startsWith(PROFILE_PREFIX);
  const part = mapping[isProfile ? 'profile' : 'fields'];
  const source = isJsonObject(part) ? part[isProfile ? name.slice(PROFILE_PREFIX.length) : name] : undefined;
  const column = isJsonObject(source) ? (source['column'] ?? source['from']) : source;
  return typeof column === 'string' ? column : null;
}
