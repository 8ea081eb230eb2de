import { EARTH_RADIUS_KM } from './great-circle.js';

/**
 * Kilometres along a great circle between two places, as a SQL expression (haversine; the rounding of places opposite each
 * other is kept inside the domain of asin).
 *
 * @param origin   SQL of the latitude and the longitude of one place
 * @param alias  of a table with columns `latitude` and `longitude`
 */
export function distanceKmSql(origin: { latitude: string; longitude: string }, alias: string): string {
  return `2 * ${EARTH_RADIUS_KM} * asin(least(1, sqrt(
    sin(radians(${alias}.latitude - ${origin.latitude}) / 2) ^ 2
    + cos(radians(${origin.latitude})) * cos(radians(${alias}.latitude))
      * sin(radians(${alias}.longitude - ${origin.longitude}) / 2) ^ 2)))`;
}
