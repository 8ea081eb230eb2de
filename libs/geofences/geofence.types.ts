export const UNITS = ['KM', 'Miles', 'Meters'] as const;
export type Unit = (typeof UNITS)[number];

/** A place on the earth, in degrees (WGS 84): latitude -90..90, longitude -180..180. */
export interface GeoPoint {
  latitude: number;
  longitude: number;
}

/** What `geofence/add` takes (specification, section 2.10). */
export interface NewGeofence extends GeoPoint {
  title: string;
  radius: number;
  unit: Unit;
  groups?: readonly string[];
}

/** A geofence as a device watches it. */
export interface NearbyGeofence extends GeoPoint {
  id: number;
  title: string;
  /** Metres, whatever the unit it was given in. */
  radius: number;
  groups: string[];
}

/**
 * Which geofences a device asks for.
 *
 * @property radiusKm  those whose circle begins within this distance
 * @property max       the nearest of them
 */
export interface NearbyQuery extends GeoPoint {
  radiusKm: number;
  max: number;
}
