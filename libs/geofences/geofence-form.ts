import { roundDegrees } from '#libs/users/devices';
import { toRadiusKm } from './great-circle.js';
import { MAX_GROUP, MAX_TITLE } from './geofences-reference.js';
import { UNITS, type StoredGeofence, type Unit } from './geofence.types.js';

/** A value of a file that is no geofence's. @property column  its name in the file; null: the entry as a whole */
export class EntryFault extends Error {
  constructor(
    readonly column: string | null,
    message: string,
  ) {
    super(message);
  }
}

/** Values of one entry as a file has them: texts of CSV, any JSON of GeoJSON. Absent: undefined. */
export type EntryValues = Readonly<
  Record<'title' | 'latitude' | 'longitude' | 'radius' | 'unit', unknown> & { groups: readonly unknown[] }
>;

/** @throws EntryFault naming the value */
export function readEntry(values: EntryValues): { geofence: StoredGeofence; radiusKm: number } {
  const title = readText(values.title, 'title', MAX_TITLE);
  const latitude = roundDegrees(readNumber(values.latitude, 'latitude', 90));
  const longitude = roundDegrees(readNumber(values.longitude, 'longitude', 180));
  const radius = readNumber(values.radius, 'radius', Infinity);
  const unit = readUnit(values.unit);
  const groups = [...new Set(values.groups.map((group) => readText(group, 'groups', MAX_GROUP)))];
  let radiusKm: number;
  try {
    radiusKm = toRadiusKm(radius, unit, 'radius');
  } catch (error) {
    throw new EntryFault('radius', error instanceof Error ? error.message : String(error));
  }
  return { geofence: { title, latitude, longitude, radius, unit, groups }, radiusKm };
}

function readText(value: unknown, column: string, max: number): string {
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  if (text === '' || text.includes('\0')) {
    throw new EntryFault(column, `${column} should be a text`);
  }
  if (text.length > max) {
    throw new EntryFault(column, `${column} should have at most ${max} characters`);
  }
  return text;
}

/** A number, or its text with a point or, as some spreadsheets write it, a comma. */
function readNumber(value: unknown, column: string, limit: number): number {
  const isText = typeof value === 'string' && value.trim() !== '';
  const number = isText ? Number(value.trim().replace(/^(-?\d+),(\d+)$/, '$1.$2')) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || Math.abs(number) > limit) {
    throw new EntryFault(
      column,
      `${column} should be a number${limit === Infinity ? '' : ` from ${-limit} to ${limit}`}`,
    );
  }
  return number;
}

function readUnit(value: unknown): Unit {
  if (value === undefined || value === null || value === '') {
    return 'KM';
  }
  const unit = UNITS.find((known) => typeof value === 'string' && known.toLowerCase() === value.trim().toLowerCase());
  if (!unit) {
    throw new EntryFault('unit', `unit should be one of ${UNITS.join(', ')}`);
  }
  return unit;
}
