import { mapInStretches } from '#platform/async';
import { isJsonObject } from '#platform/collections';
import { FaultList, malformed, missing } from '#platform/errors';
import { build, builderOf, type Source } from './build.js';
import { checkerOf, findEntryFaults, findFault } from './checker.js';
import type { Dto } from './field-metadata.js';
import { refusalOf } from './refusal.js';
import { unwrap } from './wrapper.js';

const NAMES = new WeakMap<object, (place: string) => string>();

/**
 * Makes a DTO of a body and checks it.
 *
 * @throws AppError for the first field at fault, in the order of the class: `missing_field`, `malformed`, or what the
 *   check names
 */
export function readDto<T extends object>(dto: Dto<T>, received: unknown, source: Source = 'json'): T {
  if (!isJsonObject(received)) {
    throw malformed('The body should be an object');
  }
  const { body, nameOf } = unwrap(dto, received);
  const instance = build(dto, body, source);
  const fault = findFault(instance);
  if (fault) {
    throw refusalOf(fault, nameOf).withFaults(
      findEntryFaults(instance, fault).map(({ index, extId, fault: found }) => ({
        index,
        ...(extId !== undefined && { extId }),
        field: nameOf(found.places.entry),
      })),
    );
  }
  if (body !== received) {
    NAMES.set(instance, nameOf);
  }
  return instance;
}

/**
 * Reads an object that stands in a field, of a file for example.
 *
 * @param field  what a refusal calls it
 */
export function readField<T extends object>(dto: Dto<T>, received: unknown, field: string): T {
  if (received === undefined || received === null || received === false) {
    throw missing(field);
  }
  if (!isJsonObject(received)) {
    throw malformed(`Field '${field}' should be an object`);
  }
  const instance = build(dto, received, 'json');
  const fault = findFault(instance, field);
  if (fault) {
    throw refusalOf(fault);
  }
  return instance;
}

/** Reads a body that is a list. The refusal is that of the first entry at
 * fault and lists the others. A long list gives way to other work. */
export async function readDtos<T extends object>(dto: Dto<T>, received: unknown, max: number): Promise<T[]> {
  if (!Array.isArray(received)) {
    throw malformed('The body should be an array of objects');
  }
  if (received.length > max) {
    throw malformed(`The body should have at most ${max} entries, but has ${received.length}`);
  }
  const [buildOne, check] = [builderOf(dto, 'json'), checkerOf(dto)];
  const faults = new FaultList();
  const found: T[] = [];
  await mapInStretches(received, (entry: unknown, index) => {
    if (!isJsonObject(entry)) {
      faults.add({ index }, malformed('The body should be an array of objects'));
      return;
    }
    const instance = buildOne(entry);
    const fault = check(instance);
    if (fault) {
      const extId = entry['extId'];
      faults.add({ index, ...(typeof extId === 'string' && { extId }) }, refusalOf(fault));
    } else {
      found.push(instance);
    }
  });
  faults.throwFirst();
  return found;
}

/**
 * Names a field as the request wrote it from which an instance was read: where the request wrote it.
 *
 * @param field  as it is called beside the others, for example `ios.sound`
 */
export function writtenName(request: object, field: string): string {
  return NAMES.get(request)?.(field) ?? field;
}

/** Says what `writtenName` calls the fields of an object that stands inside a body. */
export function nameFields(part: object, nameOf: (field: string) => string): void {
  NAMES.set(part, nameOf);
}
