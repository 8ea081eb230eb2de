import type { AttributeDefinition } from '#libs/users/profiles';
import { malformed } from '#platform/errors';
import { daysOfValues, daysWithin } from './day-condition.js';
import type { DayRange } from './days.js';
import { convertBound } from './convert-value.js';
import { listStoredForms, refuseSealed } from './sealed-values.js';
import type {
  AttributeRef,
  Bound,
  Bounds,
  ConditionTarget,
  ContainsLeaf,
  DaysLeaf,
  DeviceLeaf,
  Limit,
  RangeLeaf,
  TargetValue,
} from './condition.types.js';
import { installationAttributeOf, type InstallationAttribute } from './installation-attributes.js';
import { compareVersions, versionParts } from './version.js';

type AttributeLeaf =
  | ({ type: 'attribute'; array: boolean; values: TargetValue[] } & AttributeRef)
  | ({ type: 'attributeExists'; exists: boolean } & AttributeRef)
  | { type: 'addressExists'; column: NonNullable<AttributeDefinition['column']>; exists: boolean };

export type ResolvedCondition = AttributeLeaf | RangeLeaf | DaysLeaf | ContainsLeaf | DeviceLeaf | { type: 'never' };

/**
 * A condition on an attribute of users that is no address.
 *
 * @throws AppError malformed for a value of another type, or a test that the attribute does not have
 */
export function resolveCondition(leaf: ConditionTarget, definition: AttributeDefinition, now: Date): ResolvedCondition {
  const device = definition.onDevices ? installationAttributeOf(definition.code) : undefined;
  if (device) {
    return resolveDevice(leaf, device);
  }
  const where = pathOf(leaf);
  const areDays = definition.dataType === 'DATE' && !definition.sealed;
  switch (leaf.type) {
    case 'profile':
      if (areDays) {
        return toDaysLeaf(definition, daysOfValues(leaf.values, definition, where));
      }
      return {
        type: 'attribute',
        ...toAttributeRef(definition),
        array: definition.array,
        values: leaf.values.flatMap((value) => listStoredForms(definition, value, where)),
      };
    case 'exists':
      return definition.column
        ? { type: 'addressExists', column: definition.column, exists: leaf.exists }
        : { type: 'attributeExists', ...toAttributeRef(definition), exists: leaf.exists };
    case 'range': {
      refuseSealed(definition, 'compared by range');
      const moves = leaf.limits.some((limit) => 'ago' in limit);
      if (areDays) {
        const range = daysWithin(leaf.limits, definition, where, now);
        return toDaysLeaf(definition, range ? [range] : [], moves);
      }
      const bounds = resolveBounds(
        leaf.limits,
        (limit) => resolveLimit(limit, definition, where, now),
        (a, b) => a - b,
      );
      return bounds
        ? { type: 'range', ...toAttributeRef(definition), array: definition.array, ...bounds, ...(moves && { moves }) }
        : { type: 'never' };
    }
    case 'contains':
      refuseSealed(definition, 'searched');
      if (definition.column || definition.dataType !== 'STRING') {
        throw malformed(
          `Field '${where}': $contains is for texts; '${definition.code}' is ${definition.column ? 'an address' : `of type ${definition.dataType}`}`,
        );
      }
      return { type: 'contains', ...toAttributeRef(definition), array: definition.array, texts: leaf.texts };
  }
}

/**
 * A condition on an attribute of devices.
 *
 * @throws AppError malformed for a test that the attribute does not have
 */
export function resolveDevice(leaf: ConditionTarget, attribute: InstallationAttribute): DeviceLeaf | { type: 'never' } {
  const { column } = attribute;
  const where = pathOf(leaf);
  switch (leaf.type) {
    case 'profile':
      return {
        type: 'device',
        column,
        test: 'values',
        values: leaf.values.flatMap((value) => attribute.toStored(value) ?? []),
      };
    case 'exists':
      return { type: 'device', column, test: 'exists', exists: leaf.exists };
    case 'contains':
      if (attribute.isFixed) {
        throw malformed(`Field '${where}' has a fixed list of values, which $contains does not search`);
      }
      return { type: 'device', column, test: 'contains', texts: leaf.texts };
    case 'range': {
      if (!attribute.isVersion) {
        throw malformed(`Field '${where}' has no order: ranges are for versions, numbers and dates`);
      }
      const bounds = resolveBounds(
        leaf.limits,
        (limit) => requireVersion(limit, where),
        (a, b) => compareVersions(a, b) ?? 0,
      );
      return bounds ? { type: 'device', column, test: 'versions', ...bounds } : { type: 'never' };
    }
  }
}

export function toAttributeRef({ attrId, removing }: AttributeDefinition): AttributeRef {
  return { attrId, ...(removing && { removing }) };
}

function toDaysLeaf(definition: AttributeDefinition, ranges: DayRange[], moves = false): DaysLeaf | { type: 'never' } {
  return ranges.length === 0
    ? { type: 'never' }
    : { type: 'days', ...toAttributeRef(definition), array: definition.array, ranges, ...(moves && { moves }) };
}

/** Names the attribute for an error. */
export function pathOf({ code, field, on }: ConditionTarget): string {
  return field ?? `target.${on ?? 'profile'}.${code.slice(0, 80)}`;
}

/** The narrowest of the limits; undefined when nothing lies within them. */
function resolveBounds<T>(
  limits: readonly Limit[],
  resolve: (limit: Limit) => T,
  compare: (a: T, b: T) => number,
): Bounds<T> | undefined {
  const bounds: Bounds<T> = { least: null, most: null };
  for (const limit of limits) {
    const bound = { at: resolve(limit), isInside: limit.op === '$gte' || limit.op === '$lte' };
    const [end, sign] = limit.op === '$gt' || limit.op === '$gte' ? (['least', 1] as const) : (['most', -1] as const);
    bounds[end] = narrower(bounds[end], bound, (a, b) => sign * compare(a, b));
  }
  const { least, most } = bounds;
  const order = least && most ? compare(least.at, most.at) : -1;
  return order > 0 || (order === 0 && !(least?.isInside && most?.isInside)) ? undefined : bounds;
}

function narrower<T>(present: Bound<T> | null, bound: Bound<T>, compare: (a: T, b: T) => number): Bound<T> {
  const order = present ? compare(bound.at, present.at) : 1;
  return present && (order < 0 || (order === 0 && !present.isInside)) ? present : bound;
}

function resolveLimit(limit: Limit, definition: AttributeDefinition, where: string, now: Date): number {
  if ('value' in limit) {
    return convertBound(definition, limit.value, where);
  }
  if (definition.dataType !== 'DATE' && definition.dataType !== 'TIME_STAMP') {
    throw malformed(
      `Field '${where}': spans of time are for dates; '${definition.code}' is of type ${definition.dataType}`,
    );
  }
  return now.getTime() - limit.ago;
}

function requireVersion(limit: Limit, where: string): string {
  const version = 'value' in limit ? String(limit.value) : '';
  if (versionParts(version) === undefined) {
    throw malformed(`Field '${where}' should be compared with a version such as '2.10'`);
  }
  return version;
}
