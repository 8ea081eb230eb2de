import type { AttributeDefinition } from '#libs/users/profiles';
import type { DayRange } from './days.js';

/** A value that an attribute is compared with, as in the request. `resolve` checks its type. */
export type TargetValue = string | number | boolean;

/** An attribute in `attrs`. `removing`: values that are being removed from all users and remain in some rows. */
export type AttributeRef = Pick<AttributeDefinition, 'attrId' | 'removing'>;

/**
 * One end of a range as in the request.
 *
 * @property day  the day that the text of an instant names, which is another one in UTC; such as `2026-11-29`
 * @property ago  milliseconds before now; negative: after now
 */
export type Limit = { op: '$gt' | '$gte' | '$lt' | '$lte' } & (
  | { value: string | number; day?: string }
  | { ago: number }
);

/**
 * The attribute that a condition names.
 *
 * @property field  its name in an error, if that is not `target.profile.CODE`
 * @property on     `installation`: an attribute of devices, which one device of the user has to fit
 */
interface NamedAttribute {
  code: string;
  field?: string;
  on?: 'installation';
}

/** A condition on one attribute, by the names of the request. */
export type ConditionTarget =
  /** The attribute equals one of the values, or an array attribute contains one. */
  | ({ type: 'profile'; values: TargetValue[] } & NamedAttribute)
  | ({ type: 'exists'; exists: boolean } & NamedAttribute)
  /** A number, a date or a version within all limits; of an array one element. */
  | ({ type: 'range'; limits: Limit[] } & NamedAttribute)
  /** A text with one of these in it; of an array one element. */
  | ({ type: 'contains'; texts: string[] } & NamedAttribute);

/** One end of a range. `isInside`: whether it belongs to the range. */
export interface Bound<T> {
  at: T;
  isInside: boolean;
}

/** Null: no bound. */
export interface Bounds<T> {
  least: Bound<T> | null;
  most: Bound<T> | null;
}

/** `moves`: the bounds depend on the time at which the target is resolved. */
export type RangeLeaf = { type: 'range'; array: boolean; moves?: true } & Bounds<number> & AttributeRef;

/**
 * Users whose date means one of some days; of an array one element.
 *
 * @property ranges  sorted, with a gap between each two; at least one
 */
export type DaysLeaf = { type: 'days'; array: boolean; moves?: true; ranges: DayRange[] } & AttributeRef;

export type ContainsLeaf = { type: 'contains'; array: boolean; texts: string[] } & AttributeRef;

/** A condition on a column of a device, as text. Versions compare by their numbers. */
export type DeviceTest =
  | { test: 'values'; values: string[] }
  | { test: 'exists'; exists: boolean }
  | { test: 'contains'; texts: string[] }
  | ({ test: 'versions' } & Bounds<string>);

/** Users with a device whose column passes a test; `exists: false`: users without such a device. */
export type DeviceLeaf = { type: 'device'; column: string } & DeviceTest;
