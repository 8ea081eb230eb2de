import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { DeviceDensityService, LEAST_DEVICES } from '#libs/audience/preview';
import { GeofenceEditService, GeofenceService } from '#libs/geofences';
import { mayPanelEdit } from '#libs/tenancy';
import { MaxBody } from '../../http/body/body.interceptor.js';
import { WhileAsked } from '../../http/request/while-asked.js';
import { OkResponse } from '../../http/responses/responses.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import {
  DensityQuery,
  DeviceDensityDto,
  GeofenceAddedDto,
  GeofenceDto,
  GeofenceFileDto,
  GeofenceImportDto,
  GeofenceListDto,
  GroupChangeDto,
  GroupChangedDto,
  ListedGeofenceDto,
  ListGeofencesQuery,
  MAX_FILE,
  SurroundingsDto,
  SurroundingsQuery,
  toGeofenceList,
  toImport,
  toListed,
} from './geofences.dto.js';

/** UTF-8 bytes of a character, at most, and of what JSON adds. */
const BYTES = 4;
/** Circles beside the one that is drawn. */
const NEARBY = 100;

/** Geofences and their groups: the section `geofences` of the application file, one entry at a time. */
@PanelApi('Geofences')
@Controller('panel/1.0/apps/:app/geofences')
export class PanelGeofencesController {
  constructor(
    private readonly edits: GeofenceEditService,
    private readonly geofences: GeofenceService,
    private readonly density: DeviceDensityService,
  ) {}

  @Get()
  @Allows('setup.write')
  @OkResponse('Lists geofences by title, and all groups', GeofenceListDto)
  async list(@InApp() { app }: AppCaller, @Query() filter: ListGeofencesQuery): Promise<GeofenceListDto> {
    const [found, groups] = await Promise.all([this.edits.listPage(app.id, filter), this.edits.listGroups(app.id)]);
    return toGeofenceList(found, filter.limit, groups, mayPanelEdit(app.settings, 'geofences'));
  }

  @Get('near')
  @Allows('setup.write')
  @OkResponse('Lists the geofences around a point', SurroundingsDto)
  async listNear(
    @InApp() { app }: AppCaller,
    @Query() { latitude, longitude, reach }: SurroundingsQuery,
  ): Promise<SurroundingsDto> {
    const near = await this.geofences.findNearby(app.id, { latitude, longitude, radiusKm: reach, max: NEARBY });
    return { items: near.map(({ groups: _groups, ...circle }) => circle) };
  }

  @Get('devices')
  @Allows('audience.count')
  @OkResponse('Tells how many devices were last where around a point, without single ones', DeviceDensityDto)
  async listDevices(
    @InApp() { app }: AppCaller,
    @Query() { latitude, longitude, reach }: DensityQuery,
    @WhileAsked() asked: AbortSignal,
  ): Promise<DeviceDensityDto> {
    const density = await this.density.around(app.id, { latitude, longitude }, reach, asked);
    return { ...density, least: LEAST_DEVICES };
  }

  @Get(':id')
  @Allows('setup.write')
  @OkResponse('Shows a geofence', ListedGeofenceDto)
  async show(@InApp() { app }: AppCaller, @Param('id') id: string): Promise<ListedGeofenceDto> {
    return toListed(await this.edits.getGeofence(app.id, readNumber(id)));
  }

  @Post()
  @HttpCode(200)
  @Allows('setup.write')
  @OkResponse('Adds a geofence', GeofenceAddedDto)
  async add(@InApp() { app, origin }: AppCaller, @Body() geofence: GeofenceDto): Promise<GeofenceAddedDto> {
    return { id: await this.edits.add(origin, app, geofence) };
  }

  @Post('groups')
  @HttpCode(200)
  @Allows('setup.write')
  @OkResponse('Gives a group another name, or takes it from all its geofences', GroupChangedDto)
  async changeGroup(
    @InApp() { app, origin }: AppCaller,
    @Body() { name, newName }: GroupChangeDto,
  ): Promise<GroupChangedDto> {
    return this.edits.renameGroup(origin, app, name, newName ?? null);
  }

  @Post('import')
  @HttpCode(200)
  @Allows('setup.write')
  @MaxBody(MAX_FILE * BYTES)
  @OkResponse('Adds the geofences of a file, or tells what it would add', GeofenceImportDto)
  async import(
    @InApp() { app, origin }: AppCaller,
    @Body() { text, run }: GeofenceFileDto,
  ): Promise<GeofenceImportDto> {
    return toImport(await this.edits.importFile(origin, app, text, run));
  }

  @Post(':id')
  @Allows('setup.write')
  @DoneResponse('Changes a geofence')
  async save(
    @InApp() { app, origin }: AppCaller,
    @Param('id') id: string,
    @Body() geofence: GeofenceDto,
  ): Promise<void> {
    await this.edits.save(origin, app, readNumber(id), geofence);
  }

  @Post(':id/delete')
  @Allows('setup.write')
  @DoneResponse('Deletes a geofence')
  async remove(@InApp() { app, origin }: AppCaller, @Param('id') id: string): Promise<void> {
    await this.edits.remove(origin, app, readNumber(id));
  }
}
