/** Mean radius of the earth in kilometres, as the server has it. */
const EARTH_KM = 6371;
const RADIANS = Math.PI / 180;

/** Degrees (WGS 84). */
export interface Place {
  latitude: number;
  longitude: number;
}

/** Kilometres east and north of the centre of a plane. */
export interface Spot {
  east: number;
  north: number;
}

/**
 * Lays a place on the plane around a centre: the azimuthal equidistant projection, in which distances and directions from
 * the centre are true, so that a circle around it is a circle (J. P. Snyder, Map Projections, USGS 1395, page 191).
 */
export function toPlane(centre: Place, { latitude, longitude }: Place): Spot {
  const [lat0, lat, turn] = [
    centre.latitude * RADIANS,
    latitude * RADIANS,
    (longitude - centre.longitude) * RADIANS,
  ] as const;
  const cosine = Math.sin(lat0) * Math.sin(lat) + Math.cos(lat0) * Math.cos(lat) * Math.cos(turn);
  const east = Math.cos(lat) * Math.sin(turn);
  const north = Math.cos(lat0) * Math.sin(lat) - Math.sin(lat0) * Math.cos(lat) * Math.cos(turn);
  // Near the centre the arc cosine loses its digits, and the sine is the angle.
  const sine = Math.hypot(east, north);
  const angle = Math.atan2(sine, cosine);
  const stretch = sine === 0 ? EARTH_KM : (EARTH_KM * angle) / sine;
  return { east: east * stretch, north: north * stretch };
}

/** Kilometres from the centre. */
export function distanceOf({ east, north }: Spot): number {
  return Math.hypot(east, north);
}

export const WINDS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;
export type Wind = (typeof WINDS)[number];

/** The direction in which a spot lies. */
export function windOf({ east, north }: Spot): Wind {
  const eighths = Math.round(Math.atan2(east, north) / (Math.PI / 4));
  return WINDS[(eighths + WINDS.length) % WINDS.length] ?? 'n';
}

/** A distance that is easily said, 1, 2 or 5 times a power of ten, so that about three of them reach the rim. */
export function ringStep(reachKm: number): number {
  const wanted = reachKm / 3;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return (wanted / power < 2 ? 1 : wanted / power < 5 ? 2 : 5) * power;
}
