import { malformed } from '#platform/errors';

/** @throws AppError malformed for a body that is no object */
export function asRecord(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed('The body should be an object');
  }
  return value as Record<string, unknown>;
}
