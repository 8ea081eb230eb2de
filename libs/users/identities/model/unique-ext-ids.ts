import { type AppError, malformed, missing } from '#platform/errors';

/** Specification, section 8. */
const MAX_USERS = 1000;
/** Longest list that is counted to its end. */
const MAX_COUNTED = 10_000;

/**
 * Removes duplicates from the extIds of a request.
 *
 * @throws AppError missing_field when there is none; malformed for more than 1000 different ones
 */
export function uniqueExtIds(extIds: readonly string[]): string[] {
  const unique = new Set<string>();
  for (const extId of extIds) {
    // The rest of a list that is far too long is not read: it would hold the thread.
    if (unique.add(extId).size > MAX_COUNTED) {
      throw tooMany(`more than ${MAX_COUNTED}`);
    }
  }
  if (unique.size === 0) {
    throw missing('extId');
  }
  if (unique.size > MAX_USERS) {
    throw tooMany(unique.size);
  }
  return [...unique];
}

function tooMany(named: number | string): AppError {
  return malformed(`A request may name at most ${MAX_USERS} unique extId values, this one names ${named}`);
}
