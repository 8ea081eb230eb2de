import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { BlockUsesService } from '#libs/notifications';
import { TranslationService } from '#libs/notifications/translations';
import { MaxBody } from '../../http/body/body.interceptor.js';
import { OkResponse } from '../../http/responses/responses.js';
import { readTranslations, toTranslatedTexts } from '../../rest/texts/translated-texts.js';
import {
  BlockUsesDto,
  RenewedBlocksDto,
  TranslationsDto,
  TranslatedTextsDto,
} from '../../rest/texts/translations.dto.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { definitionWriterOf } from '../access/setup-editor.js';
import { readNumber } from '../access/read-number.js';
import { BlockListDto, MAX_TEXTS, RenewDto, TextsQuery, TranslatedDefinitionListDto } from './texts.dto.js';

/** Texts of definitions: the blocks that they render, and their translations. */
@PanelApi('Templates')
@Controller('panel/1.0/apps/:app')
export class PanelTextsController {
  constructor(
    private readonly blocks: BlockUsesService,
    private readonly translations: TranslationService,
  ) {}

  @Get('blocks')
  @Allows('definitions.write')
  @OkResponse('Lists blocks, with how many definitions render them', BlockListDto)
  async listBlocks(@InApp() { app }: AppCaller): Promise<BlockListDto> {
    return { items: await this.blocks.listBlocks(app.id) };
  }

  @Get('blocks/:name')
  @Allows('definitions.write')
  @OkResponse('Lists the definitions that render a block, and what its newest version changes in each', BlockUsesDto)
  async getUses(@InApp() { app }: AppCaller, @Param('name') name: string): Promise<BlockUsesDto> {
    return this.blocks.list(app.id, name);
  }

  @Post('blocks/:name/renew')
  @HttpCode(200)
  @Allows('definitions.write')
  @OkResponse('Stores definitions with the newest version of a block', RenewedBlocksDto)
  async renew(
    @InApp() caller: AppCaller,
    @Param('name') name: string,
    @Body() { notificationKeys }: RenewDto,
  ): Promise<RenewedBlocksDto> {
    return { renewed: await this.blocks.renew(definitionWriterOf(caller), name, [...new Set(notificationKeys)]) };
  }

  @Get('translations')
  @Allows('definitions.write')
  @OkResponse('Lists definitions, with how far their languages are', TranslatedDefinitionListDto)
  async listTranslations(@InApp() { app }: AppCaller): Promise<TranslatedDefinitionListDto> {
    return { items: await this.translations.listDefinitions(app.id) };
  }

  @Get('translations/:key')
  @Allows('definitions.write')
  @OkResponse('Gets how far the languages of a definition are, and the texts of one of them', TranslationsDto)
  async getTranslations(
    @InApp() { app }: AppCaller,
    @Param('key') key: string,
    @Query() { language }: TextsQuery,
  ): Promise<TranslationsDto> {
    const languages = await this.translations.listProgress(app.id, readNumber(key));
    return language === undefined
      ? { languages }
      : { languages, ...toTranslatedTexts(await this.translations.read(app.id, readNumber(key), language)) };
  }

  @Post('translations/:key')
  @MaxBody(MAX_TEXTS)
  @Allows('definitions.write')
  @DoneResponse('Stores translations of a definition. Sends that were accepted before keep the old message')
  async translate(
    @InApp() caller: AppCaller,
    @Param('key') key: string,
    @Body() body: TranslatedTextsDto,
  ): Promise<void> {
    const { language, units, field } = readTranslations(body);
    await this.translations.write(definitionWriterOf(caller), readNumber(key), language, units, field);
  }
}
