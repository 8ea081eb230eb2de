import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { SeriesTranslationService } from '#libs/notifications/campaigns';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { ErrorResponses, OkResponse } from '../../http/responses/responses.js';
import { readTranslations, toTranslatedTexts } from './translated-texts.js';
import {
  SeriesTranslatedDto,
  TranslatedSeriesListDto,
  TranslateSeriesDto,
  TranslationsDto,
  TranslationsQuery,
} from './translations.dto.js';

/** Translations of recurring campaigns that go on. Beyond the published interface. */
@RestApi('Notifications')
@RequiresScope('notifications')
@Controller('rest/3.0')
export class SeriesTranslationsController {
  constructor(private readonly series: SeriesTranslationService) {}

  @Get('getTranslatedSeries')
  @OkResponse('Lists recurring campaigns that go on, with how far their languages are', TranslatedSeriesListDto)
  async list(@CurrentCaller() { appId }: Caller): Promise<TranslatedSeriesListDto> {
    return { items: await this.series.list(appId) };
  }

  @Get('getSeriesTranslations')
  @ErrorResponses('unknown_key')
  @OkResponse('Gets how far the languages of a recurring campaign are, and the texts of one of them', TranslationsDto)
  async get(
    @CurrentCaller() { appId }: Caller,
    @Query() { notificationKey, language }: TranslationsQuery,
  ): Promise<TranslationsDto> {
    const { languages } = await this.series.get(appId, notificationKey);
    return language === undefined
      ? { languages }
      : { languages, ...toTranslatedTexts(await this.series.read(appId, notificationKey, language)) };
  }

  @Post('updateSeriesTranslations')
  @ErrorResponses('unknown_key', 'wrong_state', 'push_too_large')
  @OkResponse('Stores translations of a recurring campaign for its runs to come', SeriesTranslatedDto)
  async update(@CurrentCaller() caller: Caller, @Body() body: TranslateSeriesDto): Promise<SeriesTranslatedDto> {
    const { language, units, field } = readTranslations(body);
    return this.series.write(caller, body.notificationKey, language, units, field);
  }
}
