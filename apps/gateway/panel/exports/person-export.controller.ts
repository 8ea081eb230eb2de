import { Controller, HttpCode, Param, Post, Res, type StreamableFile } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import type { Response } from 'express';
import { PersonHeadService } from '#libs/reporting/people';
import { PersonExportService } from '#libs/identity';
import { AppError } from '#platform/errors';
import { AnswersSecret } from '../../http/body/idempotency.interceptor.js';
import { FileStreams } from '../../http/responses/file-streams.js';
import { OkJsonResponse } from '../../http/responses/responses.js';
import { Allows, InApp, NeedsProof, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { seesPrivate } from '../access/sees-private.js';

/** Everything about one person as a file, for the person (GDPR, articles 15 and 20). */
@PanelApi('Users')
@Controller('panel/1.0/apps/:app/users')
export class PanelPersonExportController {
  constructor(
    private readonly heads: PersonHeadService,
    private readonly exports: PersonExportService,
    private readonly streams: FileStreams,
  ) {}

  @Post(':uid/export')
  @HttpCode(200)
  @Allows('users.export')
  @NeedsProof()
  @AnswersSecret()
  @ApiProduces('application/json')
  @OkJsonResponse('Exports everything about one person, as `exportPerson` does; the audit log has it', {
    schema: { type: 'object' },
  })
  async export(
    @InApp() caller: AppCaller,
    @Param('uid') uid: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    if (!seesPrivate(caller)) {
      throw new AppError('permission_missing', 'You lack the permission users.private', { field: 'users.private' });
    }
    const { extId } = await this.heads.resolve(caller.app.id, readNumber(uid));
    const pieces = await this.exports.startExport(caller.app.id, extId, caller.origin);
    return this.streams.answer(response, pieces, { type: 'application/json; charset=utf-8', name: 'person.json' });
  }
}
