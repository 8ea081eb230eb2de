import { Readable } from 'node:stream';
import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import { ReportService, writeReport } from '#libs/reporting';
import { OkJsonResponse, OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { ReportDto, ReportQuery, toReport } from './reports.dto.js';

/** What campaigns of some days became, in sums: nothing of it is about a person. */
@PanelApi('Reports')
@Controller('panel/1.0/apps/:app')
export class PanelReportsController {
  constructor(private readonly reports: ReportService) {}

  @Get('reports')
  @Allows('reports.read')
  @OkResponse('Sums what became of the campaigns that were launched on some days', ReportDto)
  async read(@InApp() { app }: AppCaller, @Query() query: ReportQuery): Promise<ReportDto> {
    return toReport(await this.reports.read(app, query));
  }

  @Get('reports.csv')
  @Allows('reports.read')
  @ApiProduces('text/csv')
  @OkJsonResponse('Exports the lines of a report and their sum as CSV', { schema: { type: 'string' } })
  async export(@InApp() { app }: AppCaller, @Query() query: ReportQuery): Promise<StreamableFile> {
    const report = await this.reports.read(app, query);
    return new StreamableFile(Readable.from(writeReport(report)), {
      type: 'text/csv; charset=utf-8; header=present',
      disposition: `attachment; filename="report-${query.by}-${query.from}-${query.to}.csv"`,
    });
  }
}
