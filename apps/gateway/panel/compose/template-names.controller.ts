import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { TemplateNamesService } from '#libs/notifications';
import { ComposedMessageDto, MailContentService } from '#libs/notifications/compose';
import { MaxBody } from '../../http/body/body.interceptor.js';
import { AnswersSecret } from '../../http/body/idempotency.interceptor.js';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { ComposedHtmlDto, TemplateNamesDto, toTemplateNames } from './template-names.dto.js';

/** An e-mail may have 1 MB in each of some languages. */
const MAX_COMPOSED = 4 * 1024 * 1024;

/** Names for authors who write templates, and the HTML that is made of blocks. */
@PanelApi('Compose')
@Controller('panel/1.0/apps/:app/compose')
export class TemplateNamesController {
  constructor(
    private readonly names: TemplateNamesService,
    private readonly mails: MailContentService,
  ) {}

  @Get('names')
  @Allows('campaigns.write')
  @OkResponse('Lists catalogs, blocks and live data that texts of a message may name', TemplateNamesDto)
  async list(@InApp() { app }: AppCaller): Promise<TemplateNamesDto> {
    return toTemplateNames(await this.names.list(app.id));
  }

  /** It changes nothing; a message does not fit into an address. */
  @Post('html')
  @HttpCode(200)
  @MaxBody(MAX_COMPOSED)
  @Allows('campaigns.write')
  @AnswersSecret()
  @OkResponse('Makes the HTML of a mail that is written of blocks or with a template', ComposedHtmlDto)
  async makeHtml(@InApp() { app }: AppCaller, @Body() composed: ComposedMessageDto): Promise<ComposedHtmlDto> {
    const { content } = await this.mails.write(app.id, composed);
    const parts = [...(content.languages ?? [])];
    return { text: content.text ?? '', languages: parts.map(([name, { text = '' }]) => ({ name, text })) };
  }
}
