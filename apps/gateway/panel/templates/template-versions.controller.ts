import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { TemplateHistoryService, TemplateService } from '#libs/notifications/templates';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import {
  EarlierTemplateDto,
  TemplateRestoreDto,
  TemplateVersionPageDto,
  TemplateVersionsQuery,
  toEarlierTemplate,
  toVersionPage,
} from './template-versions.dto.js';
import { TemplateStateDto, toTemplateState } from './templates.dto.js';

/** Earlier versions of templates. */
@PanelApi('Templates')
@Controller('panel/1.0/apps/:app/templates/:id')
export class PanelTemplateVersionsController {
  constructor(
    private readonly history: TemplateHistoryService,
    private readonly templates: TemplateService,
  ) {}

  @Get('versions')
  @Allows('campaigns.write')
  @OkResponse('Lists the versions of a template: who saved them, and when', TemplateVersionPageDto)
  async list(
    @InApp() { app }: AppCaller,
    @Param('id') id: string,
    @Query() { after, limit }: TemplateVersionsQuery,
  ): Promise<TemplateVersionPageDto> {
    return toVersionPage(await this.history.list(app.id, readNumber(id), after ?? null, limit + 1), limit);
  }

  @Get('versions/:version')
  @Allows('campaigns.write')
  @OkResponse('Shows a version of a template, and how it differs from the newest', EarlierTemplateDto)
  async look(
    @InApp() { app }: AppCaller,
    @Param('id') id: string,
    @Param('version') version: string,
  ): Promise<EarlierTemplateDto> {
    return toEarlierTemplate(
      await this.history.look(app.id, readNumber(id), readNumber(version, 'version'), 'version'),
    );
  }

  @Post('restore')
  @HttpCode(200)
  @Allows('templates.write')
  @OkResponse(
    'Saves what an earlier version said as a new version, where nobody saved another one meanwhile',
    TemplateStateDto,
  )
  async restore(
    @InApp() { app, origin }: AppCaller,
    @Param('id') id: string,
    @Body() { version, restores }: TemplateRestoreDto,
  ): Promise<TemplateStateDto> {
    const seen = { templateId: readNumber(id), version };
    return toTemplateState(await this.templates.restore({ ...origin, appId: app.id }, seen, restores));
  }
}
