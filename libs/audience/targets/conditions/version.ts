/** Numbers of a version that are compared. Further ones are ignored. */
export const VERSION_PARTS = 6;
/** Stands behind a version, so that `2` equals `2.0`. */
export const VERSION_PADDING = '.0'.repeat(VERSION_PARTS);

/** The numbers of a version, `2.10-beta` being 2 and 10; undefined for a text without a number. */
export function versionParts(version: string): string[] | undefined {
  return /\d/.test(version)
    ? (`${version}${VERSION_PADDING}`.match(/[0-9]+/g) ?? []).slice(0, VERSION_PARTS)
    : undefined;
}

/** Negative: `a` is older than `b`. Undefined unless both are versions. */
export function compareVersions(a: string, b: string): number | undefined {
  const [left, right] = [versionParts(a), versionParts(b)];
  if (!left || !right) {
    return undefined;
  }
  for (const [index, part] of left.entries()) {
    const [x, y] = [BigInt(part), BigInt(right[index] ?? '0')];
    if (x !== y) {
      return x < y ? -1 : 1;
    }
  }
  return 0;
}
