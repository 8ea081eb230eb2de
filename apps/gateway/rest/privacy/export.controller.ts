import { Readable } from 'node:stream';
import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { PersonExportService } from '#libs/identity';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { ErrorResponses, OkResponse } from '../../http/responses/responses.js';
import { PersonExportDto } from './export.dto.js';
import { ExtIdQuery } from '../users/profile.dto.js';

/** The export of everything about one person. It needs every scope whose data it shows. */
@RestApi('Users')
@RequiresScope('users', 'private', 'audience', 'inbox', 'events', 'reports')
@Controller('rest/3.0')
export class ExportController {
  constructor(private readonly exports: PersonExportService) {}

  /**
   * The answer is streamed while it is read. A fault on the way breaks the connection, because half an export must not
   * look like a whole one.
   */
  @Get('exportPerson')
  @ErrorResponses('unknown_subject')
  @OkResponse('Exports everything about one person, also what is left of a deleted one', PersonExportDto)
  async exportPerson(@CurrentCaller() caller: Caller, @Query() { extId }: ExtIdQuery): Promise<StreamableFile> {
    const pieces = await this.exports.startExport(caller.appId, extId, caller);
    const file = new StreamableFile(Readable.from(pieces), { type: 'application/json; charset=utf-8' });
    return file.setErrorHandler((_, response) => response.destroy?.());
  }
}
