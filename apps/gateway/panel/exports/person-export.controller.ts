import { Readable } from 'node:stream';
import { Controller, HttpCode, Param, Post, StreamableFile } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import { PersonHeadService } from '#libs/desk';
import { PersonExportService } from '#libs/identity';
import { AppError } from '#platform/errors';
import { AnswersSecret } from '../../http/body/idempotency.interceptor.js';
import { WhileAsked } from '../../http/request/while-asked.js';
import { OkJsonResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { seesPrivate } from '../access/sees-private.js';

/** Everything about one person as a file, for the person (GDPR, articles 15 and 20). */
@PanelApi('Users')
@Controller('panel/1.0/apps/:app/users')
export class PanelPersonExportController {
  constructor(
    private readonly heads: PersonHeadService,
    private readonly exports: PersonExportService,
  ) {}

  /** Streamed while it is read. A fault on the way breaks the connection: half a file must not look like a whole one. */
  @Post(':uid/export')
  @HttpCode(200)
  @Allows('users.export')
  @AnswersSecret()
  @ApiProduces('application/json')
  @OkJsonResponse('Exports everything about one person, as `exportPerson` does; the audit log has it', {
    schema: { type: 'object' },
  })
  async export(
    @InApp() caller: AppCaller,
    @Param('uid') uid: string,
    @WhileAsked() asked: AbortSignal,
  ): Promise<StreamableFile> {
    if (!seesPrivate(caller)) {
      throw new AppError('permission_missing', 'You lack the permission users.private', { field: 'users.private' });
    }
    const { extId } = await this.heads.resolve(caller.app.id, readNumber(uid));
    const pieces = await this.exports.startExport(caller.app.id, extId, caller.origin);
    const file = new StreamableFile(Readable.from(pieces, { signal: asked, highWaterMark: 1 }), {
      type: 'application/json; charset=utf-8',
      disposition: 'attachment; filename="person.json"',
    });
    return file.setErrorHandler((_, response) => response.destroy?.());
  }
}
