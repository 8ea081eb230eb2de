import { Controller, Get, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import type { Response } from 'express';
import { ResultsService, writeResults } from '#libs/reporting';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { CSV_TYPE, FileStreams } from '../../http/responses/file-streams.js';
import { OkJsonResponse } from '../../http/responses/responses.js';
import { ResultExportQuery } from './result-export.dto.js';

const TYPES = { csv: CSV_TYPE, ndjson: 'application/x-ndjson; charset=utf-8' };

/** Results of any number. Beyond the published interface. */
@RestApi('Notifications')
@RequiresScope('reports')
@Controller('rest/3.0')
export class ResultExportController {
  constructor(
    private readonly results: ResultsService,
    private readonly streams: FileStreams,
  ) {}

  @Get('exportResults')
  @ApiProduces('text/csv', 'application/x-ndjson')
  @OkJsonResponse('Exports results as CSV or NDJSON, also of those who were left out', { schema: { type: 'string' } })
  exportResults(
    @CurrentCaller() { appId, seesPrivate }: Caller,
    @Query() { format, start, end, ...filter }: ResultExportQuery,
    @Res({ passthrough: true }) response: Response,
  ): StreamableFile {
    const pages = this.results.exportResults(appId, {
      ...filter,
      showsPrivate: seesPrivate,
      ...(start !== undefined && { start: new Date(start) }),
      ...(end !== undefined && { end: new Date(end) }),
    });
    return this.streams.answer(response, writeResults(pages, format), { type: TYPES[format] });
  }
}
