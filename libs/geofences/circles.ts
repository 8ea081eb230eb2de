import { malformed } from '#platform/errors';
import type { Place, Unit } from './geofences.types.js';

/** Mean radius of the earth, in kilometres: distances here are haversine distances on this sphere. */
export const EARTH_RADIUS_KM = 6371;

/** No two places are further apart: half a great circle. */
const MAX_DISTANCE_KM = Math.PI * EARTH_RADIUS_KM;

const KM_PER_UNIT: Record<Unit, number> = { KM: 1, Miles: 1.609344, Meters: 0.001 };

/** Far more than rounding can shift the edge of a box, far less than anybody would notice: about 0.1 mm. */
const MARGIN_DEGREES = 1e-9;

/**
 * Latitudes and longitudes between which a circle lies, in degrees. Around the 180th meridian the longitudes are two
 * spans; otherwise both are the same one.
 */
export interface Box {
  south: number;
  north: number;
  spans: readonly [Span, Span];
}

/** From west to east, both inside. */
export type Span = readonly [number, number];

const ALL_AROUND: Span = [-180, 180];

/**
 * The kilometres of a radius.
 *
 * @param field  what a refusal names
 * @throws AppError malformed when it is not above 0 or reaches further than round the earth
 */
export function radiusInKm(radius: number, unit: Unit, field: string): number {
  const km = radius * KM_PER_UNIT[unit];
  if (!(km > 0 && km <= MAX_DISTANCE_KM)) {
    throw malformed(`Field '${field}' should be above 0 and at most half the earth's circumference, 20015 km`);
  }
  return km;
}

/**
 * The smallest box of latitudes and longitudes that holds every place within a distance. Where a pole lies inside, that
 * is every longitude. The formula for the longitudes is that of the tangent meridian: asin(sin r / cos latitude).
 */
export function boxAround({ latitude, longitude }: Place, distanceKm: number): Box {
  const reach = degrees(Math.min(distanceKm, MAX_DISTANCE_KM) / EARTH_RADIUS_KM) + MARGIN_DEGREES;
  const [south, north] = [latitude - reach, latitude + reach];
  if (south <= -90 || north >= 90) {
    return { south, north, spans: [ALL_AROUND, ALL_AROUND] };
  }
  const half = degrees(Math.asin(Math.sin(radians(reach)) / Math.cos(radians(latitude)))) + MARGIN_DEGREES;
  return { south, north, spans: spansOf(longitude - half, longitude + half) };
}

function spansOf(west: number, east: number): readonly [Span, Span] {
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

function degrees(angle: number): number {
  return (angle * 180) / Math.PI;
}

function radians(angle: number): number {
  return (angle * Math.PI) / 180;
}
