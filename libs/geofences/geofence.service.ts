import { Injectable } from '@nestjs/common';
import { roundDegrees } from '#libs/users/devices';
import { AppError } from '#platform/errors';
import { toRadiusKm } from './great-circle.js';
import { GeofenceRepository } from './geofence.repository.js';
import type { NearbyQuery, NearbyGeofence, NewGeofence, GeoPoint } from './geofence.types.js';

@Injectable()
export class GeofenceService {
  constructor(private readonly geofences: GeofenceRepository) {}

  /**
   * `geofence/add` (specification, section 4.6).
   *
   * @returns the id, below 2^31
   * @throws AppError malformed for a radius out of range, geofence_title_taken (5024)
   */
  async addGeofence(appId: number, geofence: NewGeofence): Promise<number> {
    const radiusKm = toRadiusKm(geofence.radius, geofence.unit, 'radius');
    const groups = [...new Set(geofence.groups ?? [])];
    const id = await this.geofences.insert(appId, { ...geofence, ...roundPoint(geofence), groups }, radiusKm);
    if (id === undefined) {
      throw new AppError('geofence_title_taken', "Field 'title' names a geofence that exists already");
    }
    return id;
  }

  /** `geofence/remove`: an unknown id changes nothing and is no error. */
  async removeGeofence(appId: number, id: number): Promise<void> {
    await this.geofences.remove(appId, id);
  }

  /** The geofences that a device at a point should watch, nearest first. */
  async findNearby(appId: number, nearby: NearbyQuery): Promise<NearbyGeofence[]> {
    return this.geofences.findNearby(appId, { ...nearby, ...roundPoint(nearby) });
  }
}

function roundPoint({ latitude, longitude }: GeoPoint): GeoPoint {
  return { latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) };
}
