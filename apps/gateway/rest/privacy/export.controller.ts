import { Controller, Get, Query, Res, type StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { PersonExportService } from '#libs/identity';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { FileStreams } from '../../http/responses/file-streams.js';
import { ErrorResponses, OkResponse } from '../../http/responses/responses.js';
import { PersonExportDto } from './export.dto.js';
import { ExtIdQuery } from '../users/profile.dto.js';

/** The export of everything about one person. It needs every scope whose data it shows. */
@RestApi('Users')
@RequiresScope('users', 'private', 'audience', 'inbox', 'events', 'reports')
@Controller('rest/3.0')
export class ExportController {
  constructor(
    private readonly exports: PersonExportService,
    private readonly streams: FileStreams,
  ) {}

  @Get('exportPerson')
  @ErrorResponses('unknown_subject')
  @OkResponse('Exports everything about one person, also what is left of a deleted one', PersonExportDto)
  async exportPerson(
    @CurrentCaller() caller: Caller,
    @Query() { extId }: ExtIdQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const pieces = await this.exports.startExport(caller.appId, extId, caller);
    return this.streams.answer(response, pieces, { type: 'application/json; charset=utf-8' });
  }
}
