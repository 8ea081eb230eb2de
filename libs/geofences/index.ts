export { boxAround, EARTH_RADIUS_KM, type Box } from './circles.js';
export { distanceKmSql } from './distance.sql.js';
export { GeofencesModule } from './geofences.module.js';
export { GeofencesService } from './geofences.service.js';
export { UNITS, type Nearby, type NearbyGeofence, type NewGeofence, type Place, type Unit } from './geofences.types.js';
