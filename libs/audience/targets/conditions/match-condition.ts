import type { Bounds, DeviceTest, TargetValue } from './condition.types.js';
import { compareVersions, versionParts } from './version.js';

/** Tests if one of the values is a number within the bounds. */
export function isAnyWithin(bounds: Bounds<number>, values: readonly TargetValue[]): boolean {
  return values.some((value) => typeof value === 'number' && isWithin(bounds, (at) => value - at));
}

/** Tests if one of the values is a text with one of some texts in it. Upper and lower case differ. */
export function isAnyContaining(texts: readonly string[], values: readonly TargetValue[]): boolean {
  return values.some((value) => typeof value === 'string' && texts.some((text) => value.includes(text)));
}

/**
 * Tests if the column of one device passes a test, but for `exists: false`, which all devices have to pass.
 *
 * @param value  as text; null: the device has none
 */
export function passesTest(test: DeviceTest, value: string | null): boolean {
  if (value === null) {
    return false;
  }
  switch (test.test) {
    case 'values':
      return test.values.includes(value);
    case 'exists':
      return true;
    case 'contains':
      return isAnyContaining(test.texts, [value]);
    case 'versions':
      return versionParts(value) !== undefined && isWithin(test, (at) => compareVersions(value, at));
  }
}

/** Tests if a user's devices pass a test. */
export function isAnyPassing(test: DeviceTest, values: readonly (string | null)[]): boolean {
  const isAny = values.some((value) => passesTest(test, value));
  return test.test === 'exists' ? isAny === test.exists : isAny;
}

/** @param compare  how far a value lies above a bound; undefined: they do not compare */
function isWithin<T>({ least, most }: Bounds<T>, compare: (at: T) => number | undefined): boolean {
  const [above, over] = [least && compare(least.at), most && compare(most.at)];
  return (
    above !== undefined &&
    over !== undefined &&
    (least === null || above === null || above > 0 || (above === 0 && least.isInside)) &&
    (most === null || over === null || over < 0 || (over === 0 && most.isInside))
  );
}
