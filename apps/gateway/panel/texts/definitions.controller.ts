import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { DefinitionDto } from '#libs/content/parse';
import { MemberDefinitionService } from '#libs/notifications';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { definitionWriterOf } from '../access/setup-editor.js';
import { CreatedDefinitionDto, NamedDefinitionListDto } from './definitions.dto.js';

/** Definitions that journeys can name. */
@PanelApi('Templates')
@Controller('panel/1.0/apps/:app/definitions')
export class PanelDefinitionsController {
  constructor(private readonly definitions: MemberDefinitionService) {}

  @Get()
  @Allows('definitions.write')
  @OkResponse('Lists the definitions that have a name', NamedDefinitionListDto)
  async list(@InApp() { app }: AppCaller): Promise<NamedDefinitionListDto> {
    const items = await this.definitions.list(app.id);
    return { items: items.map(({ platforms, ...item }) => ({ ...item, platforms: [...platforms] })) };
  }

  @Post()
  @HttpCode(200)
  @Allows('definitions.write')
  @OkResponse('Stores a definition with a name, as `createNotificationDefinition` does', CreatedDefinitionDto)
  async create(@InApp() caller: AppCaller, @Body() body: DefinitionDto): Promise<CreatedDefinitionDto> {
    return { notificationKey: await this.definitions.create(definitionWriterOf(caller), body) };
  }
}
