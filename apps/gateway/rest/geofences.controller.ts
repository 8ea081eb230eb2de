import { Body, Controller, Post, Query } from '@nestjs/common';
import { GeofenceService } from '#libs/geofences';
import type { Caller } from '#libs/tenancy';
import { Answers, AnswersJson, Refuses } from '../http/answers.js';
import { CallerOf, NeedsScope, RestSurface } from '../http/api-key-guard.js';
import { AddGeofenceDto, GeofenceIdDto, RemoveGeofenceQuery } from './geofences.dto.js';

/** Geofences (specification, section 4.6). */
@RestSurface('Geofences')
@NeedsScope('geofences')
@Controller('rest/3.0/geofence')
export class GeofencesController {
  constructor(private readonly geofences: GeofenceService) {}

  @Post('add')
  @Refuses('geofence_title_taken')
  @Answers('Adds a geofence; its title must be new (5024)', GeofenceIdDto)
  async add(@CallerOf() { appId }: Caller, @Body() body: AddGeofenceDto): Promise<GeofenceIdDto> {
    return { id: await this.geofences.addGeofence(appId, body) };
  }

  @Post('remove')
  @AnswersJson('Removes a geofence; true also when there was none with that id', { schema: { type: 'boolean' } })
  async remove(@CallerOf() { appId }: Caller, @Query() { id }: RemoveGeofenceQuery): Promise<boolean> {
    await this.geofences.removeGeofence(appId, id);
    return true;
  }
}
