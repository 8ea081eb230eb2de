import { Readable } from 'node:stream';
import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import { ResultsService, writeResults } from '#libs/reporting';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { OkJsonResponse } from '../../http/responses/responses.js';
import { ResultExportQuery } from './result-export.dto.js';

const TYPES = { csv: 'text/csv; charset=utf-8; header=present', ndjson: 'application/x-ndjson; charset=utf-8' };

/** Results of any number. Beyond the published interface. */
@RestApi('Notifications')
@RequiresScope('reports')
@Controller('rest/3.0')
export class ResultExportController {
  constructor(private readonly results: ResultsService) {}

  /** Streamed while it is read. A fault on the way breaks the connection: half an export must not look like a whole one. */
  @Get('exportResults')
  @ApiProduces('text/csv', 'application/x-ndjson')
  @OkJsonResponse('Exports results as CSV or NDJSON, also of those who were left out', { schema: { type: 'string' } })
  exportResults(
    @CurrentCaller() { appId }: Caller,
    @Query() { format, start, end, ...filter }: ResultExportQuery,
  ): StreamableFile {
    const pages = this.results.exportResults(appId, {
      ...filter,
      ...(start !== undefined && { start: new Date(start) }),
      ...(end !== undefined && { end: new Date(end) }),
    });
    const file = new StreamableFile(Readable.from(writeResults(pages, format)), { type: TYPES[format] });
    return file.setErrorHandler((_, response) => response.destroy?.());
  }
}
