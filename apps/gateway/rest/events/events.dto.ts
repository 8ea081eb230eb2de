import type { FiredEvent, ReportedEvent } from '#libs/events';
import { AppError, malformed, missing } from '#platform/errors';
import { Id } from '../../http/validation/fields.js';
import { OpenEntries } from '../../http/validation/fields.pipe.js';
import { textFault } from '../../http/validation/json-values.js';
import { isObject } from '../../http/validation/read-dto.js';
import { MAX_ENTRIES } from '../users/users.dto.js';

const MAX_ID = 255;

/** The fields that every event has; its attributes stand beside them. */
export class FiredEventDto {
  @Id({ example: 'id1' }) extId!: string;
  @Id({ description: 'Code or name of a defined event', example: 'OrderEvent' }) name!: string;
}

/** A body of `fireEvents`: a list of events, whose keys are the client's choice. */
export function FiredEvents(): ParameterDecorator {
  const example = { extId: 'id1', name: 'OrderEvent', paymentMethod: 'card', itemCount: 2, grandTotal: 40.5 };
  return OpenEntries(FiredEventDto, { max: MAX_ENTRIES, example }, (body) =>
    readEntries(body, 'The body', MAX_ENTRIES, (entry, index) => {
      const extId = readId(entry['extId'], 'extId', index);
      return { extId, name: readId(entry['name'], 'name', index), attributes: entry } satisfies FiredEvent;
    }),
  );
}

/**
 * Events as a device lists them.
 *
 * @throws AppError missing_field, malformed; both name the place in the list
 */
export function readReportedEvents(value: unknown, max: number): ReportedEvent[] {
  const events = readEntries(value, "Field 'events'", max, readReported);
  if (events.length === 0) {
    throw missing('events');
  }
  return events;
}

/** The entry itself stands for its attributes: copies of a thousand of them would outlive the request's young memory. */
function readReported(entry: Record<string, unknown>, index: number): ReportedEvent {
  return { name: readId(entry['name'], 'name', index), attributes: entry };
}

function readEntries<E>(
  value: unknown,
  subject: string,
  max: number,
  read: (entry: Record<string, unknown>, index: number) => E,
): E[] {
  if (!Array.isArray(value)) {
    throw malformed(`${subject} should be an array of objects`);
  }
  if (value.length > max) {
    throw malformed(`${subject} should have at most ${max} entries, but has ${value.length}`);
  }
  return value.map((entry: unknown, index) => {
    if (!isObject(entry)) {
      throw malformed(`${subject} should be an array of objects (at index ${index})`);
    }
    return read(entry, index);
  });
}

function readId(value: unknown, field: string, index: number): string {
  if (value === undefined || value === null || value === '') {
    throw new AppError('missing_field', `${field} is required (at index ${index})`);
  }
  const fault = textFault(value, MAX_ID);
  if (fault || typeof value !== 'string') {
    throw malformed(`Field '${field}' ${fault?.says} (at index ${index})`);
  }
  return value;
}
