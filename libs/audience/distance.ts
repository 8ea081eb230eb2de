import { EARTH_RADIUS_KM } from '#libs/geofences';

/** Degrees (WGS 84). */
export interface Point {
  latitude: number;
  longitude: number;
}

/** Kilometres between two places along a great circle (haversine), on a sphere of the earth's mean radius. */
export function distanceKm(a: Point, b: Point): number {
  const [south, north] = [radians(a.latitude), radians(b.latitude)];
  const apart =
    Math.sin((north - south) / 2) ** 2 +
    Math.cos(south) * Math.cos(north) * Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(apart)));
}

/**
 * The same as a SQL expression.
 *
 * @param latitude   SQL of the place asked for, as its longitude
 * @param alias      of a table with columns `latitude` and `longitude`
 */
export function distanceKmSql(latitude: string, longitude: string, alias: string): string {
  return `2 * ${EARTH_RADIUS_KM} * asin(least(1, sqrt(
    sin(radians(${alias}.latitude - ${latitude}) / 2) ^ 2
    + cos(radians(${latitude})) * cos(radians(${alias}.latitude)) * sin(radians(${alias}.longitude - ${longitude}) / 2) ^ 2)))`;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
