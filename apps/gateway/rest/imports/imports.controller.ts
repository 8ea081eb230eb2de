import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExtension } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Caller } from '#libs/tenancy';
import { ImportFileService, ImportService, MAX_FILE_BYTES, measureProgress, type StoredImport } from '#libs/users';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { SkipBodyParsing } from '../../http/body/body.interceptor.js';
import { BODY_LIMIT_EXTENSION } from '../../http/request/body-limits.js';
import { type GatewayRequest, type Link, PageLink } from '../../http/request/request-context.js';
import { EmptyResponse, ErrorResponses, OkResponse } from '../../http/responses/responses.js';
import { readImportForm } from './import-form.js';
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
    private readonly files: ImportFileService,
  ) {}

  @Post('importUsers')
  @SkipBodyParsing()
  @ApiConsumes('multipart/form-data')
  @ApiExtension(BODY_LIMIT_EXTENSION, MAX_FILE_BYTES)
  @ApiBody({
    schema: {
      type: 'object',
      required: ['file'],
      properties: {
        file: { type: 'string', format: 'binary', description: 'CSV or NDJSON in UTF-8', example: 'extId\nid1\n' },
        format: {
          type: 'string',
          enum: ['csv', 'ndjson'],
          description: 'Where the name of the file does not end with it',
          example: 'csv',
        },
        mapping: {
          type: 'string',
          description: 'What the columns mean, as JSON',
          example: '{"fields":{"extId":"extId"}}',
        },
        dryRun: {
          type: 'string',
          enum: ['true', 'false'],
          description: 'Tells what would change, and changes no user',
        },
      },
    },
  })
  @OkResponse('Stores a file of users and imports it in the background', ImportDto)
  async importUsers(
    @CurrentCaller() caller: Caller,
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ImportDto> {
    const form = await readImportForm(request, response, caller.appId, this.files);
    return toDto(await this.imports.startImport(form.file, form.request, caller));
  }

  @Get('getImport')
  @ErrorResponses('unknown_key')
  @OkResponse('Shows how far an import is, and what became of its lines', ImportDto)
  async getImport(@CurrentCaller() { appId }: Caller, @Query() { importId }: ImportIdDto): Promise<ImportDto> {
    return toDto(await this.imports.getImport(appId, importId));
  }

  @Get('getImports')
  @OkResponse('Lists the imports of the last 30 days', ImportsDto)
  async getImports(
    @CurrentCaller() { appId }: Caller,
    @Query() { max, before }: ImportsQuery,
    @PageLink() link: Link,
  ): Promise<ImportsDto> {
    const list = await this.imports.listImports(appId, max, before);
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
    return { ...(last && { nextPage: link({ after: last.line }) }), list };
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
