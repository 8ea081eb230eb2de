import { Controller, Get, Query } from '@nestjs/common';
import { GeofenceService } from '#libs/geofences';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, SdkApi } from '../http/auth/api-key.guard.js';
import { OkResponse } from '../http/responses/responses.js';
import { NearbyGeofencesDto, NearbyQuery } from './geofences.dto.js';

/** Geofences that a device watches. They are the same for all users, so a key is enough. */
@SdkApi('Geofences')
@Controller('sdk/1.0')
export class NearbyGeofencesController {
  constructor(private readonly geofences: GeofenceService) {}

  @Get('geofences')
  @OkResponse('Lists the geofences around a place, nearest first', NearbyGeofencesDto)
  async near(
    @CurrentCaller() { appId }: Caller,
    @Query() { latitude, longitude, radius, max }: NearbyQuery,
  ): Promise<NearbyGeofencesDto> {
    return { geofences: await this.geofences.findNearby(appId, { latitude, longitude, radiusKm: radius, max }) };
  }
}
