import type { StoredImport } from './import.types.js';

/** Characters of the name of a file: the words behind it matter more. */
const MAX_NAME = 30;
const MAX_ACTOR = 26;

/** Describes the source of a change of consent by an import, for its history: `import 7, member 3, list.csv: words`. */
export function describeConsent({
  importId,
  fileName,
  consent,
}: Pick<StoredImport, 'importId' | 'fileName' | 'consent'>): string {
  if (consent === null) {
    return `import ${importId}`;
  }
  const name = fileName === null ? '' : `, ${fileName.slice(0, MAX_NAME)}`;
  return `import ${importId}, ${consent.by.slice(0, MAX_ACTOR)}${name}: ${consent.words}`;
}
