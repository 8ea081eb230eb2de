import { EARTH_RADIUS_KM, type GeoPoint } from '#libs/geofences';

/** Distance in kilometres along a great circle (haversine), on a sphere with the earth's mean radius. */
export function distanceKm(a: GeoPoint, b: GeoPoint): number {
  const [south, north] = [toRadians(a.latitude), toRadians(b.latitude)];
  const haversine =
    Math.sin((north - south) / 2) ** 2 +
    Math.cos(south) * Math.cos(north) * Math.sin(toRadians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
