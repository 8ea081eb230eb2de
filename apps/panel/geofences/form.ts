import type { Geofence, GeofenceForm } from '../api/setup/geofences.js';
import { readPlace } from './read-place.js';

export const UNITS = ['Meters', 'KM', 'Miles'] as const;
type Unit = (typeof UNITS)[number];
const KM_OF: Readonly<Record<Unit, number>> = { Meters: 0.001, KM: 1, Miles: 1.609344 };
/** Half the earth's circumference. */
const MAX_KM = 20_015;

/** A geofence while it is typed. */
export interface TypedGeofence {
  title: string;
  /** Coordinates, or the link of a map. */
  place: string;
  radius: string;
  unit: Unit;
  /** One a line. */
  groups: string;
}

export const NEW_GEOFENCE: TypedGeofence = { title: '', place: '', radius: '500', unit: 'Meters', groups: '' };

export function toTyped({ title, latitude, longitude, radius, unit, groups }: Geofence): TypedGeofence {
  const known = UNITS.find((name) => name === unit) ?? 'KM';
  return { title, place: `${latitude}, ${longitude}`, radius: String(radius), unit: known, groups: groups.join('\n') };
}

/** A circle on the earth. */
export interface Circle {
  latitude: number;
  longitude: number;
  radiusKm: number;
}

/** Undefined while the circle is not whole. */
export function circleOf({ place, radius, unit }: TypedGeofence): Circle | undefined {
  const centre = readPlace(place);
  const radiusKm = readRadius(radius) * KM_OF[unit];
  return centre && radiusKm > 0 && radiusKm <= MAX_KM ? { ...centre, radiusKm } : undefined;
}

/** Undefined while something is missing. */
export function toForm(typed: TypedGeofence): GeofenceForm | undefined {
  const centre = readPlace(typed.place);
  const title = typed.title.trim();
  const radius = readRadius(typed.radius);
  if (!centre || title === '' || Number.isNaN(radius)) {
    return undefined;
  }
  const groups = typed.groups.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  return { title, ...centre, radius, unit: typed.unit, groups };
}

/** With a point or a comma before its fraction. */
function readRadius(text: string): number {
  return text.trim() === '' ? NaN : Number(text.trim().replace(',', '.'));
}
