import { Controller, Get } from '@nestjs/common';
import { ProviderTemplateService } from '#libs/delivery/accounts';
import { ButtonSetReaderService } from '#libs/notifications';
import { PreferenceService } from '#libs/users/preferences';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { ButtonSetListDto, CategoryListDto } from './compose.dto.js';
import { toWhatsAppTemplate, WhatsAppTemplateListDto } from './whatsapp-templates.dto.js';

/** Parts of the set-up that a message may name. */
@PanelApi('Compose')
@Controller('panel/1.0/apps/:app/compose')
export class MessageChoicesController {
  constructor(
    private readonly buttonSets: ButtonSetReaderService,
    private readonly preferences: PreferenceService,
    private readonly templates: ProviderTemplateService,
  ) {}

  @Get('button-sets')
  @Allows('campaigns.write')
  @OkResponse('Lists the button sets that a message may name', ButtonSetListDto)
  async listButtonSets(@InApp() { app }: AppCaller): Promise<ButtonSetListDto> {
    return { items: (await this.buttonSets.list(app.id)).map(({ id, buttons }) => ({ id, buttons })) };
  }

  @Get('categories')
  @Allows('campaigns.write')
  @OkResponse('Lists the categories that a message may have', CategoryListDto)
  async listCategories(@InApp() { app }: AppCaller): Promise<CategoryListDto> {
    return { items: (await this.preferences.getCategories(app.id)).map(({ name }) => name) };
  }

  @Get('whatsapp-templates')
  @Allows('campaigns.write')
  @OkResponse('Lists the approved templates of WhatsApp that a message may name', WhatsAppTemplateListDto)
  async listWhatsAppTemplates(@InApp() { app }: AppCaller): Promise<WhatsAppTemplateListDto> {
    return { items: (await this.templates.listFillable(app.id, 'whatsapp')).map(toWhatsAppTemplate) };
  }
}
