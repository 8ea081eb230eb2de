import { FaultList, malformed, missing } from '#platform/errors';
import { readElements, type AttributeDefinition, type AttributeScalar } from '#libs/users/profiles';
import { refuseCalculated, type RequestedRemoval } from '#libs/users/registry';

/** Finds the attribute of a code; undefined: not defined yet, in an application that defines on first use. */
export type ResolveAttribute = (code: string) => AttributeDefinition | undefined;

/** @throws AppError missing_field when an entry names no attribute */
export function collectCodes(entries: readonly { profile: readonly string[] }[]): string[] {
  return readEach(entries, ({ profile }) => {
    if (profile.length === 0) {
      throw missing('profile');
    }
    return profile;
  }).flat();
}

/** Reads all entries. @throws AppError that lists all entries at fault */
export function readEach<E extends object, T>(entries: readonly E[], read: (entry: E) => T): T[] {
  const faults = new FaultList();
  const results = entries.flatMap((entry, index) => {
    const place = 'extId' in entry && typeof entry.extId === 'string' ? { index, extId: entry.extId } : { index };
    return faults.check(place, () => [read(entry)]) ?? [];
  });
  faults.throwFirst();
  return results;
}

export function getOrCreateEdit(edits: Map<string, RequestedRemoval>, extId: string): RequestedRemoval {
  const edit = edits.get(extId) ?? { attrs: new Map() };
  edits.set(extId, edit);
  return edit;
}

export function requireDeletable(definition: AttributeDefinition | undefined): AttributeDefinition | undefined {
  if (definition?.column) {
    throw malformed(`Profile attribute '${definition.code}' is an address of the user and cannot be deleted from all`);
  }
  refuseCalculated(definition, `profile.${definition?.code}`);
  return definition;
}

/** Reads a value in its stored form. It need not be one of the options, so that former options can be removed. */
export function readScalarValue({ dataType }: AttributeDefinition, value: unknown): AttributeScalar {
  const [scalar] = readElements({ dataType, array: true }, [value], 'value');
  if (scalar === undefined) {
    throw missing('value');
  }
  return scalar;
}
