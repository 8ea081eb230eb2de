export { boundingBox, EARTH_RADIUS_KM, type BoundingBox } from './great-circle.js';
export { distanceKmSql } from './great-circle.js';
export { GeofencesModule } from './geofences.module.js';
export { GeofenceEditService } from './geofence-edit.service.js';
export { MAX_ENTRIES as MAX_IMPORTED } from './read-geofence-file.js';
export { GeofenceService } from './geofence.service.js';
export {
  UNITS,
  type GeofenceGroup,
  type GeofenceImport,
  type ListedGeofence,
  type NearbyGeofence,
  type NewGeofence,
  type GeoPoint,
  type Unit,
} from './geofence.types.js';
