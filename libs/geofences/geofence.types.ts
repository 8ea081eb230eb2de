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

/** A geofence as it is stored. */
export interface StoredGeofence extends GeoPoint {
  title: string;
  radius: number;
  unit: Unit;
  groups: readonly string[];
}

export interface ListedGeofence extends StoredGeofence {
  id: number;
}

/** A group exists while a geofence has it. */
export interface GeofenceGroup {
  name: string;
  geofences: number;
}

/**
 * Filters of the geofences of an application, read by title.
 *
 * @property find   a part of the title
 * @property group  a whole name
 * @property after  the last title of the page before
 */
export interface GeofencePageFilter {
  find?: string;
  group?: string;
  after?: string;
  limit: number;
}

/**
 * An entry of a file that is not taken.
 *
 * @property line    of a CSV file, its header is 1; of GeoJSON the number of the feature, from 1
 * @property column  name of the column or property at fault; null: the entry as a whole
 */
export interface RefusedGeofence {
  line: number;
  column: string | null;
  text: string;
}

/** @property added  geofences that are new, or would be */
export interface GeofenceImport {
  added: number;
  refused: RefusedGeofence[];
}
