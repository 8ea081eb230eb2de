import { malformed } from '#platform/errors';
import type { GeoPoint, Unit } from './geofence.types.js';

/** Mean radius of the earth, in kilometres. All distances are haversine distances on this sphere. */
export const EARTH_RADIUS_KM = 6371;

/** The longest possible distance: half a great circle. */
const MAX_DISTANCE_KM = Math.PI * EARTH_RADIUS_KM;

const KM_PER_UNIT: Record<Unit, number> = { KM: 1, Miles: 1.609344, Meters: 0.001 };

/** Much more than a rounding error, much less than anyone can notice: about 0.1 mm. */
const MARGIN_DEGREES = 1e-9;

/**
 * Latitudes and longitudes around a circle, in degrees. Across the 180th meridian there are two spans of longitudes;
 * otherwise both spans are the same.
 */
export interface BoundingBox {
  south: number;
  north: number;
  spans: readonly [LongitudeSpan, LongitudeSpan];
}

/** From west to east, both inclusive. */
export type LongitudeSpan = readonly [number, number];

const ALL_LONGITUDES: LongitudeSpan = [-180, 180];

/**
 * Converts a radius to kilometres.
 *
 * @param field  named by the error
 * @throws AppError malformed unless it is above 0 and at most half the earth's circumference
 */
export function toRadiusKm(radius: number, unit: Unit, field: string): number {
  const km = radius * KM_PER_UNIT[unit];
  if (!(km > 0 && km <= MAX_DISTANCE_KM)) {
    throw malformed(`Field '${field}' should be above 0 and at most half the earth's circumference, 20015 km`);
  }
  return km;
}

/**
 * The smallest box of latitudes and longitudes around a circle. With a pole inside, it has every longitude. The formula
 * for the longitudes is that of the tangent meridian: asin(sin r / cos latitude).
 */
export function boundingBox({ latitude, longitude }: GeoPoint, distanceKm: number): BoundingBox {
  const reach = toDegrees(Math.min(distanceKm, MAX_DISTANCE_KM) / EARTH_RADIUS_KM) + MARGIN_DEGREES;
  const [south, north] = [latitude - reach, latitude + reach];
  if (south <= -90 || north >= 90) {
    return { south, north, spans: [ALL_LONGITUDES, ALL_LONGITUDES] };
  }
  const half = toDegrees(Math.asin(Math.sin(toRadians(reach)) / Math.cos(toRadians(latitude)))) + MARGIN_DEGREES;
  return { south, north, spans: splitAtDateLine(longitude - half, longitude + half) };
}

function splitAtDateLine(west: number, east: number): readonly [LongitudeSpan, LongitudeSpan] {
  if (west < -180) {
    return [
      [west + 360, 180],
      [-180, east],
    ];
  }
  if (east > 180) {
    return [
      [west, 180],
      [-180, east - 360],
    ];
  }
  return [
    [west, east],
    [west, east],
  ];
}

function toDegrees(angle: number): number {
  return (angle * 180) / Math.PI;
}

function toRadians(angle: number): number {
  return (angle * Math.PI) / 180;
}

/**
 * Great-circle distance of two points in kilometres, as a SQL expression (haversine). `least` keeps rounding errors for
 * opposite points inside the domain of asin.
 *
 * @param origin  SQL of the latitude and the longitude of one point
 * @param alias  of a table with columns `latitude` and `longitude`
 */
export function distanceKmSql(origin: { latitude: string; longitude: string }, alias: string): string {
  return `2 * ${EARTH_RADIUS_KM} * asin(least(1, sqrt(
    sin(radians(${alias}.latitude - ${origin.latitude}) / 2) ^ 2
    + cos(radians(${origin.latitude})) * cos(radians(${alias}.latitude))
      * sin(radians(${alias}.longitude - ${origin.longitude}) / 2) ^ 2)))`;
}
