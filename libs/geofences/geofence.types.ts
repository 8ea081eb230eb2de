export const UNITS = ['KM', 'Miles', 'Meters'] as const;
export type Unit = (typeof UNITS)[number];

/** A point on the earth, in degrees (WGS 84): latitude -90..90, longitude -180..180. */
export interface GeoPoint {
  latitude: number;
  longitude: number;
}

/** Request of `geofence/add` (specification, section 2.10). */
export interface NewGeofence extends GeoPoint {
  title: string;
  radius: number;
  unit: Unit;
  groups?: readonly string[];
}

/** A geofence for a device to watch. */
export interface NearbyGeofence extends GeoPoint {
  id: number;
  title: string;
  /** Metres, regardless of the original unit. */
  radius: number;
  groups: string[];
}

/**
 * A query for geofences near a point.
 *
 * @property radiusKm  geofences whose circle begins within this distance
 * @property max  number of nearest geofences
 */
export interface NearbyQuery extends GeoPoint {
  radiusKm: number;
  max: number;
}
