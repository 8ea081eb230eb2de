/** Mean radius of the earth, in kilometres. */
const EARTH_RADIUS_KM = 6371;

export interface Point {
  latitude: number;
  longitude: number;
}

const radians = (angle: number): number => (angle * Math.PI) / 180;

/** The haversine distance of two places: a reference that shares nothing with the code under test. */
export function distanceKm(a: Point, b: Point): number {
  const latitude = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2;
  const longitude = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  const h = latitude + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * longitude;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The place at a distance and bearing (radians, from north to east). */
export function travel({ latitude, longitude }: Point, km: number, bearing: number): Point {
  const [lat, reach] = [radians(latitude), km / EARTH_RADIUS_KM];
  const sine = Math.sin(lat) * Math.cos(reach) + Math.cos(lat) * Math.sin(reach) * Math.cos(bearing);
  const target = Math.asin(Math.max(-1, Math.min(1, sine)));
  const turn = Math.atan2(
    Math.sin(bearing) * Math.sin(reach) * Math.cos(lat),
    Math.cos(reach) - Math.sin(lat) * Math.sin(target),
  );
  const east = longitude + (turn * 180) / Math.PI;
  return { latitude: (target * 180) / Math.PI, longitude: ((((east + 180) % 360) + 360) % 360) - 180 };
}
