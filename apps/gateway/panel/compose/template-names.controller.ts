import { Controller, Get } from '@nestjs/common';
import { TemplateNamesService } from '#libs/notifications';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { TemplateNamesDto, toTemplateNames } from './template-names.dto.js';

/** Names for authors who write templates. */
@PanelApi('Compose')
@Controller('panel/1.0/apps/:app/compose')
export class TemplateNamesController {
  constructor(private readonly names: TemplateNamesService) {}

  @Get('names')
  @Allows('campaigns.write')
  @OkResponse('Lists catalogs, blocks and live data that texts of a message may name', TemplateNamesDto)
  async list(@InApp() { app }: AppCaller): Promise<TemplateNamesDto> {
    return toTemplateNames(await this.names.list(app.id));
  }
}
