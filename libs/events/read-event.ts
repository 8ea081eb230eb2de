import { readValue, type AttributeValue } from '#libs/users/profiles';
import { malformed } from '#platform/errors';
import type { ResolvedEvent, ReportedEvent } from './model/event.types.js';

/**
 * Reads the attributes of one event by code, in their stored form: instants and dates become epoch milliseconds, from
 * ISO 8601 text or a number. Undefined attributes are not read; null counts as absent.
 *
 * @throws AppError malformed for a value of the wrong type, or without a mandatory attribute
 */
export function readEvent(event: ResolvedEvent, { attributes }: ReportedEvent): Record<string, AttributeValue> {
  const read: Record<string, AttributeValue> = {};
  for (const key of Object.keys(attributes)) {
    const attribute = event.attributeByKey.get(key);
    const value = attributes[key] ?? undefined;
    if (attribute && value !== undefined) {
      read[attribute.code] = readValue(attribute, value, key);
    }
  }
  for (const { code } of event.mandatory) {
    if (!Object.hasOwn(read, code)) {
      throw malformed(`Field '${code}' is mandatory for ${event.code}`);
    }
  }
  return read;
}
