import { malformed } from '#platform/errors';
import { findBrokenPlaceholder } from '../template/placeholder-uses.js';

/**
 * Refuses a message in which a placeholder has no end or no name: people would get it as it is written.
 *
 * @param nameOf  a field as the request wrote it
 * @throws AppError malformed
 */
export function refuseBrokenPlaceholders(
  message: Parameters<typeof findBrokenPlaceholder>[0],
  nameOf: (field: string) => string,
): void {
  const found = findBrokenPlaceholder(message);
  if (found) {
    throw malformed(`Field '${nameOf(found.field)}' has a placeholder without an end or a name: '${found.broken}'`);
  }
}
