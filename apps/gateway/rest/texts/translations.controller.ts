import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { BlockUsesService } from '#libs/notifications';
import { TranslationService } from '#libs/notifications/translations';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { EmptyResponse, ErrorResponses, OkResponse } from '../../http/responses/responses.js';
import { readTranslations, toTranslatedTexts } from './translated-texts.js';
import {
  BlockQuery,
  BlockUsesDto,
  RenewBlocksDto,
  RenewedBlocksDto,
  TranslateDto,
  TranslationsDto,
  TranslationsQuery,
} from './translations.dto.js';

/** Texts of definitions: their translations, and the blocks that they render. Beyond the published interface. */
@RestApi('Notifications')
@RequiresScope('notifications')
@Controller('rest/3.0')
export class TranslationsController {
  constructor(
    private readonly translations: TranslationService,
    private readonly blocks: BlockUsesService,
  ) {}

  @Get('getDefinitionTranslations')
  @ErrorResponses('unknown_key')
  @OkResponse('Gets how far the languages of a definition are, and the texts of one of them', TranslationsDto)
  async get(
    @CurrentCaller() { appId }: Caller,
    @Query() { notificationKey, language }: TranslationsQuery,
  ): Promise<TranslationsDto> {
    const languages = await this.translations.listProgress(appId, notificationKey);
    return language === undefined
      ? { languages }
      : { languages, ...toTranslatedTexts(await this.translations.read(appId, notificationKey, language)) };
  }

  @Post('updateDefinitionTranslations')
  @ErrorResponses('unknown_key', 'wrong_state', 'push_too_large')
  @EmptyResponse('Stores translations of a definition. Sends that were accepted before keep the old message')
  async update(@CurrentCaller() caller: Caller, @Body() body: TranslateDto): Promise<void> {
    const { language, units, field } = readTranslations(body);
    await this.translations.write(caller, body.notificationKey, language, units, field);
  }

  @Get('getBlockUses')
  @ErrorResponses('unknown_key')
  @OkResponse('Lists the definitions that render a block, and what its newest version changes in each', BlockUsesDto)
  async getUses(@CurrentCaller() { appId }: Caller, @Query() { name }: BlockQuery): Promise<BlockUsesDto> {
    return this.blocks.list(appId, name);
  }

  @Post('renewBlocks')
  @ErrorResponses('unknown_key', 'wrong_state', 'push_too_large')
  @OkResponse('Stores definitions with the newest version of a block', RenewedBlocksDto)
  async renew(
    @CurrentCaller() caller: Caller,
    @Body() { name, notificationKeys }: RenewBlocksDto,
  ): Promise<RenewedBlocksDto> {
    return { renewed: await this.blocks.renew(caller, name, [...new Set(notificationKeys)]) };
  }
}
