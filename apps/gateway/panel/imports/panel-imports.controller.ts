import { Body, Controller, Get, HttpCode, Param, Post, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import type { Response } from 'express';
import {
  ImportHeaderService,
  ImportService,
  ImportViewService,
  nameColumn,
  type ImportRefusal,
  type StoredImport,
} from '#libs/users/imports';
import { isJsonObject, toCsvCell } from '#platform/collections';
import { malformed, missing } from '#platform/errors';
import { MaxBody } from '../../http/body/body.interceptor.js';
import { AcceptsImport, StoredImportForm } from '../../http/body/import-upload.interceptor.js';
import type { ImportForm } from '../../http/request/request-context.js';
import { CSV_TYPE, FileStreams } from '../../http/responses/file-streams.js';
import { OkJsonResponse, OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { viewerOf } from '../access/setup-editor.js';
import {
  ImportColumnsDto,
  ImportFaultListDto,
  ImportHeadDto,
  ImportLinePageDto,
  ImportLinesQuery,
  ImportListQuery,
  ImportPageDto,
  ImportRowDto,
  MAX_HEAD_BODY,
  toImportRow,
  withColumns,
} from './panel-imports.dto.js';

/** An address that may be written to, or consent for it. */
const CONSENT_FIELD = /^(?:email|msisdn|consent\..+|.*OptIn)$/;

/** Users from files: first a check, then the run of what was checked. */
@PanelApi('Imports')
@Controller('panel/1.0/apps/:app/imports')
export class PanelImportsController {
  constructor(
    private readonly imports: ImportService,
    private readonly views: ImportViewService,
    private readonly headers: ImportHeaderService,
    private readonly streams: FileStreams,
  ) {}

  @Get()
  @Allows('users.import')
  @OkResponse('Lists the imports of the last 30 days', ImportPageDto)
  async list(@InApp() caller: AppCaller, @Query() { after, limit }: ImportListQuery): Promise<ImportPageDto> {
    const stored = await this.imports.listImports(caller.app.id, limit, after);
    const list = await this.views.showAll(stored, viewerOf(caller));
    const last = list.length === limit ? list.at(-1) : undefined;
    return { items: list.map(toImportRow), next: last ? String(last.importId) : null };
  }

  /** It changes nothing; a GET has no place for the beginning of a file. */
  @Post('columns')
  @HttpCode(200)
  @Allows('users.import')
  @MaxBody(MAX_HEAD_BODY)
  @OkResponse('Tells what the columns of a file mean by their names, and what else they may be', ImportColumnsDto)
  async explainColumns(
    @InApp() { app }: AppCaller,
    @Body() { format, head, delimiter }: ImportHeadDto,
  ): Promise<ImportColumnsDto> {
    const bytes = Buffer.from(head, 'base64');
    if (bytes.length === 0) {
      throw malformed('The file is empty');
    }
    return this.headers.explain(app.id, format, bytes, delimiter);
  }

  @Post()
  @Allows('users.import')
  @AcceptsImport()
  @OkResponse('Stores a file of users, and checks in the background what it would change', ImportRowDto)
  async check(
    @InApp() caller: AppCaller,
    @StoredImportForm() { file, fileName, request, consent }: ImportForm,
  ): Promise<ImportRowDto> {
    const { origin } = caller;
    if (consent === null && carriesConsent(request.mapping)) {
      throw missing('consent');
    }
    const stated = consent === null ? null : { words: consent, by: `member ${origin.by.id}` };
    const check = { ...request, dryRun: true };
    const options = { fileName, keepsFile: true, consent: stated };
    return this.show(caller, await this.imports.startImport(file, check, origin, options));
  }

  @Get(':id')
  @Allows('users.import')
  @OkResponse('Shows how far an import is, and what became of its lines', ImportRowDto)
  async get(@InApp() caller: AppCaller, @Param('id') id: string): Promise<ImportRowDto> {
    return this.show(caller, await this.imports.getImport(caller.app.id, readNumber(id)));
  }

  @Get(':id/faults')
  @Allows('users.import')
  @OkResponse('Sums why lines were refused', ImportFaultListDto)
  async sumFaults(@InApp() { app }: AppCaller, @Param('id') id: string): Promise<ImportFaultListDto> {
    const stored = await this.imports.getImport(app.id, readNumber(id));
    return { items: withColumns(stored, await this.imports.sumRefusals(app.id, stored.importId)) };
  }

  @Get(':id/lines')
  @Allows('users.import')
  @OkResponse('Lists refused lines: number, field and reason, never the value', ImportLinePageDto)
  async listLines(
    @InApp() { app }: AppCaller,
    @Param('id') id: string,
    @Query() { after, limit }: ImportLinesQuery,
  ): Promise<ImportLinePageDto> {
    const stored = await this.imports.getImport(app.id, readNumber(id));
    const refusals = await this.imports.listRefusals(app.id, stored.importId, limit, after);
    const items = withColumns(stored, refusals).map((line) => ({
      ...line,
      furtherFaults: withColumns(stored, line.furtherFaults),
    }));
    const last = items.length === limit ? items.at(-1) : undefined;
    return { items, next: last ? String(last.line) : null };
  }

  @Get(':id/lines.csv')
  @Allows('users.import')
  @ApiProduces('text/csv')
  @OkJsonResponse('Exports the faults of refused lines as CSV: line, field, reason, column, at most 100,000 lines', {
    schema: { type: 'string' },
  })
  async exportLines(
    @InApp() { app }: AppCaller,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const stored = await this.imports.getImport(app.id, readNumber(id));
    const { importId } = stored;
    const refusals = this.imports.exportRefusals(app.id, importId);
    const name = `refused-${importId}.csv`;
    return this.streams.answer(response, writeLines(stored, refusals), { type: CSV_TYPE, name });
  }

  @Post(':id/run')
  @HttpCode(200)
  @Allows('users.import')
  @OkResponse('Imports what was checked: the same file, the same columns, under the same id', ImportRowDto)
  async run(@InApp() caller: AppCaller, @Param('id') id: string): Promise<ImportRowDto> {
    return this.show(caller, await this.imports.runChecked(caller.app.id, readNumber(id), caller.origin));
  }

  @Post(':id/stop')
  @HttpCode(200)
  @Allows('users.import')
  @OkResponse('Ends a check or a run. What is written stays', ImportRowDto)
  async stop(@InApp() caller: AppCaller, @Param('id') id: string): Promise<ImportRowDto> {
    await this.imports.stopImport(caller.app.id, readNumber(id), caller.origin);
    return this.get(caller, id);
  }

  private async show(caller: AppCaller, stored: StoredImport): Promise<ImportRowDto> {
    return toImportRow(await this.views.show(stored, viewerOf(caller)));
  }
}

/** Tests if columns state consent. For a file without a mapping the page answers. */
function carriesConsent({ fields }: ImportForm['request']['mapping']): boolean {
  return isJsonObject(fields) && Object.keys(fields).some((name) => CONSENT_FIELD.test(name));
}

async function* writeLines({ mapping }: StoredImport, refusals: AsyncIterable<ImportRefusal>): AsyncGenerator<string> {
  yield 'line,field,reason,column\r\n';
  for await (const { line, furtherFaults, ...first } of refusals) {
    for (const { field, reason } of [first, ...furtherFaults]) {
      yield `${line},${toCsvCell(field)},${toCsvCell(reason)},${toCsvCell(nameColumn(mapping, field) ?? '')}\r\n`;
    }
  }
}
