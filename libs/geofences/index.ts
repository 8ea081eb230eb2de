export { boundingBox, EARTH_RADIUS_KM, type BoundingBox } from './great-circle.js';
export { distanceKmSql } from './great-circle.js';
export { GeofencesModule } from './geofences.module.js';
export { GeofenceService } from './geofence.service.js';
export {
  UNITS,
  type NearbyQuery,
  type NearbyGeofence,
  type NewGeofence,
  type GeoPoint,
  type Unit,
} from './geofence.types.js';
