import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import type { Caller } from '#libs/tenancy';
import { ImportService, ImportViewService, measureProgress, type StoredImport } from '#libs/users/imports';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { AcceptsImport, StoredImportForm } from '../../http/body/import-upload.interceptor.js';
import { type ImportForm, type Link, PageLink } from '../../http/request/request-context.js';
import { EmptyResponse, ErrorResponses, OkResponse } from '../../http/responses/responses.js';
import {
  ImportDto,
  ImportIdDto,
  ImportRefusalsDto,
  ImportRefusalsQuery,
  ImportsDto,
  ImportsQuery,
} from './imports.dto.js';

/** Users from files. Beyond the published interface. */
@RestApi('Users')
@RequiresScope('users')
@Controller('rest/3.0')
export class ImportsController {
  constructor(
    private readonly imports: ImportService,
    private readonly views: ImportViewService,
  ) {}

  @Post('importUsers')
  @AcceptsImport({
    dryRun: {
      type: 'string',
      enum: ['true', 'false'],
      description: 'Tells what would change, and changes no user',
    },
  })
  @OkResponse('Stores a file of users and imports it in the background', ImportDto)
  async importUsers(@CurrentCaller() caller: Caller, @StoredImportForm() form: ImportForm): Promise<ImportDto> {
    const { file, request, fileName, consent } = form;
    const stated = consent === null ? null : { words: consent, by: `${caller.by.kind} ${caller.by.name}` };
    const stored = await this.imports.startImport(file, request, caller, { fileName, consent: stated });
    return toDto(await this.views.show(stored, caller));
  }

  @Get('getImport')
  @ErrorResponses('unknown_key')
  @OkResponse('Shows how far an import is, and what became of its lines', ImportDto)
  async getImport(@CurrentCaller() caller: Caller, @Query() { importId }: ImportIdDto): Promise<ImportDto> {
    return toDto(await this.views.show(await this.imports.getImport(caller.appId, importId), caller));
  }

  @Get('getImports')
  @OkResponse('Lists the imports of the last 30 days', ImportsDto)
  async getImports(
    @CurrentCaller() caller: Caller,
    @Query() { max, before }: ImportsQuery,
    @PageLink() link: Link,
  ): Promise<ImportsDto> {
    const list = await this.views.showAll(await this.imports.listImports(caller.appId, max, before), caller);
    const last = list.length === max ? list.at(-1) : undefined;
    return { ...(last && { nextPage: link({ before: last.importId }) }), list: list.map(toDto) };
  }

  @Get('getImportRefusals')
  @ErrorResponses('unknown_key')
  @OkResponse('Lists the lines that an import refused: line, field and reason, at most 100,000', ImportRefusalsDto)
  async getImportRefusals(
    @CurrentCaller() { appId }: Caller,
    @Query() { importId, max, after }: ImportRefusalsQuery,
    @PageLink() link: Link,
  ): Promise<ImportRefusalsDto> {
    const list = await this.imports.listRefusals(appId, importId, max, after);
    const last = list.length === max ? list.at(-1) : undefined;
    return {
      ...(last && { nextPage: link({ after: last.line }) }),
      list: list.map(({ furtherFaults, ...fault }) => ({
        ...fault,
        ...(furtherFaults.length > 0 && { furtherFaults: [...furtherFaults] }),
      })),
    };
  }

  @Post('stopImport')
  @ErrorResponses('unknown_key', 'wrong_state')
  @EmptyResponse('Ends an import. What is written stays')
  async stopImport(@CurrentCaller() caller: Caller, @Body() { importId }: ImportIdDto): Promise<void> {
    await this.imports.stopImport(caller.appId, importId, caller);
  }
}

function toDto(stored: StoredImport): ImportDto {
  const { importId, state, fault, dryRun, format, size, position, counts, createdAt, finishedAt } = stored;
  const { linesPerSecond, secondsLeft } = measureProgress(stored);
  const { repeated, ...common } = counts;
  return {
    importId,
    state,
    ...(fault !== null && { fault }),
    dryRun,
    format,
    size,
    position,
    ...common,
    ...(dryRun && { repeated }),
    linesPerSecond: Math.round(linesPerSecond),
    ...(secondsLeft !== null && { secondsLeft: Math.round(secondsLeft) }),
    createdAt: createdAt.getTime(),
    ...(finishedAt && { finishedAt: finishedAt.getTime() }),
  };
}
