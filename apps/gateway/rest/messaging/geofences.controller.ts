import { Body, Controller, Post, Query } from '@nestjs/common';
import { GeofenceService } from '#libs/geofences';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { OkResponse, OkJsonResponse, ErrorResponses } from '../../http/responses/responses.js';
import { AddGeofenceDto, GeofenceIdDto, RemoveGeofenceQuery } from './geofences.dto.js';

/** Geofences (specification, section 4.6). */
@RestApi('Geofences')
@RequiresScope('geofences')
@Controller('rest/3.0/geofence')
export class GeofencesController {
  constructor(private readonly geofences: GeofenceService) {}

  @Post('add')
  @ErrorResponses('geofence_title_taken')
  @OkResponse('Adds a geofence. Its title must be unique (5024)', GeofenceIdDto)
  async add(@CurrentCaller() { appId }: Caller, @Body() body: AddGeofenceDto): Promise<GeofenceIdDto> {
    return { id: await this.geofences.addGeofence(appId, body) };
  }

  @Post('remove')
  @OkJsonResponse('Removes a geofence. The response is true even if the id is unknown', { schema: { type: 'boolean' } })
  async remove(@CurrentCaller() { appId }: Caller, @Query() { id }: RemoveGeofenceQuery): Promise<boolean> {
    await this.geofences.removeGeofence(appId, id);
    return true;
  }
}
