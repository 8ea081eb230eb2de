import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { SeriesTranslationService } from '#libs/notifications/campaigns';
import { MaxBody } from '../../http/body/body.interceptor.js';
import { OkResponse } from '../../http/responses/responses.js';
import {
  SeriesTranslatedDto,
  TranslatedSeriesListDto,
  TranslatedTextsDto,
  TranslationsDto,
} from '../../rest/texts/translations.dto.js';
import { readTranslations, toTranslatedTexts } from '../../rest/texts/translated-texts.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { definitionWriterOf } from '../access/setup-editor.js';
import { MAX_TEXTS, TextsQuery } from './texts.dto.js';

/** Translations of recurring campaigns that go on. */
@PanelApi('Templates')
@Controller('panel/1.0/apps/:app/series-translations')
export class PanelSeriesTranslationsController {
  constructor(private readonly series: SeriesTranslationService) {}

  @Get()
  @Allows('campaigns.write')
  @OkResponse('Lists recurring campaigns that go on, with how far their languages are', TranslatedSeriesListDto)
  async list(@InApp() { app }: AppCaller): Promise<TranslatedSeriesListDto> {
    return { items: await this.series.list(app.id) };
  }

  @Get(':key')
  @Allows('campaigns.write')
  @OkResponse('Gets how far the languages of a recurring campaign are, and the texts of one of them', TranslationsDto)
  async get(
    @InApp() { app }: AppCaller,
    @Param('key') key: string,
    @Query() { language }: TextsQuery,
  ): Promise<TranslationsDto> {
    const { languages } = await this.series.get(app.id, readNumber(key));
    return language === undefined
      ? { languages }
      : { languages, ...toTranslatedTexts(await this.series.read(app.id, readNumber(key), language)) };
  }

  @Post(':key')
  @HttpCode(200)
  @MaxBody(MAX_TEXTS)
  @Allows('campaigns.send')
  @OkResponse('Stores translations for the runs to come, which may wait for an approval', SeriesTranslatedDto)
  async translate(
    @InApp() caller: AppCaller,
    @Param('key') key: string,
    @Body() body: TranslatedTextsDto,
  ): Promise<SeriesTranslatedDto> {
    const { language, units, field } = readTranslations(body);
    return this.series.write(definitionWriterOf(caller), readNumber(key), language, units, field);
  }
}
