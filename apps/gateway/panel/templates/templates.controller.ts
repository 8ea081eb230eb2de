import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { GalleryService, readRegions } from '#libs/notifications';
import { TemplateService } from '#libs/notifications/templates';
import { MaxBody } from '../../http/body/body.interceptor.js';
import { OkResponse } from '../../http/responses/responses.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { GalleryDto, GalleryQuery } from './gallery.dto.js';
import {
  TemplateContentDto,
  TemplateDeleteDto,
  TemplateDto,
  TemplateHtmlDto,
  TemplateListDto,
  TemplateQuery,
  TemplateRegionListDto,
  TemplateSaveDto,
  TemplateStateDto,
  toListedTemplate,
  toTemplateBody,
  toTemplateState,
} from './templates.dto.js';

/** A template has 256 KB, of which JSON may make twice as much. */
const MAX_TEMPLATE = 1024 * 1024;

/** Templates that e-mails are written with. */
@PanelApi('Templates')
@Controller('panel/1.0/apps/:app/templates')
export class PanelTemplatesController {
  constructor(
    private readonly templates: TemplateService,
    private readonly gallery: GalleryService,
  ) {}

  @Get()
  @Allows('campaigns.write')
  @OkResponse('Lists templates, with the drafts that are written with them', TemplateListDto)
  async list(@InApp() { app }: AppCaller): Promise<TemplateListDto> {
    return { items: (await this.templates.list(app.id)).map(toListedTemplate) };
  }

  @Get('gallery')
  @Allows('campaigns.write')
  @OkResponse('Lists mails to begin with, in the look of the application', GalleryDto)
  async listGallery(@InApp() { app }: AppCaller, @Query() { language = 'en' }: GalleryQuery): Promise<GalleryDto> {
    return { items: await this.gallery.listMails(app, language) };
  }

  @Get(':id')
  @Allows('campaigns.write')
  @OkResponse('Gets a template in a version, with what is filled in', TemplateDto)
  async get(
    @InApp() { app }: AppCaller,
    @Param('id') id: string,
    @Query() { version }: TemplateQuery,
  ): Promise<TemplateDto> {
    const template = await this.templates.get(app.id, readNumber(id), version);
    const { body, shown } = template;
    return Object.assign(
      toListedTemplate(template),
      body.kind === 'html'
        ? { shown, html: body.html, regions: readRegions(body.html) }
        : { shown, design: body.design, regions: [] },
    );
  }

  @Post()
  @HttpCode(200)
  @MaxBody(MAX_TEMPLATE)
  @Allows('templates.write')
  @OkResponse('Stores a template', TemplateStateDto)
  async create(@InApp() caller: AppCaller, @Body() content: TemplateContentDto): Promise<TemplateStateDto> {
    const { name } = content;
    return toTemplateState(await this.templates.create(writerOf(caller), { name, body: toTemplateBody(content) }));
  }

  @Post('regions')
  @HttpCode(200)
  @MaxBody(MAX_TEMPLATE)
  @Allows('campaigns.write')
  @OkResponse('Reads what is filled in of HTML that is being written. Nothing is stored', TemplateRegionListDto)
  readRegions(@Body() { html }: TemplateHtmlDto): TemplateRegionListDto {
    return { regions: readRegions(html) };
  }

  @Post(':id/save')
  @HttpCode(200)
  @MaxBody(MAX_TEMPLATE)
  @Allows('templates.write')
  @OkResponse(
    'Adds a version, where nobody else did meanwhile. What was written with it stays as it is',
    TemplateStateDto,
  )
  async save(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Body() { version, ...content }: TemplateSaveDto,
  ): Promise<TemplateStateDto> {
    const { name } = content;
    const seen = { templateId: readNumber(id), version };
    return toTemplateState(await this.templates.save(writerOf(caller), seen, { name, body: toTemplateBody(content) }));
  }

  @Post(':id/delete')
  @Allows('templates.write')
  @DoneResponse('Deletes a template. Drafts that are written with it cannot be sent any more')
  async delete(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Body() { version, uses }: TemplateDeleteDto,
  ): Promise<void> {
    await this.templates.delete(writerOf(caller), { templateId: readNumber(id), version }, uses);
  }
}

function writerOf({ app, origin }: AppCaller): AppCaller['origin'] & { appId: number } {
  return { ...origin, appId: app.id };
}
