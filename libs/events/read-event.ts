import { readValue, type AttributeValue } from '#libs/users';
import { AppError, malformed } from '#platform/errors';
import type { ResolvedEvent, ReportedEvent } from './event.types.js';

/**
 * The attributes of one event by their codes, in the form in which they are stored: instants and dates as epoch
 * milliseconds, read from ISO 8601 text or a number. An attribute that is not defined is left out, as every unknown field
 * of a request is; null counts as absent.
 *
 * @param index  place in the request, named by a refusal
 * @throws AppError malformed for a value of the wrong type, or without a mandatory attribute
 */
export function readEvent(
  event: ResolvedEvent,
  { attributes }: ReportedEvent,
  index: number,
): Record<string, AttributeValue> {
  try {
    return readEventAttributes(event, attributes);
  } catch (error) {
    throw error instanceof AppError ? new AppError(error.refusal, `${error.message} (at index ${index})`) : error;
  }
}

function readEventAttributes(
  event: ResolvedEvent,
  attributes: Readonly<Record<string, unknown>>,
): Record<string, AttributeValue> {
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
