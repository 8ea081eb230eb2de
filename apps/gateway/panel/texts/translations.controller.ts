import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { JourneyTranslationService } from '#libs/journeys';
import { DraftTranslationService } from '#libs/notifications/translations';
import { MaxBody } from '../../http/body/body.interceptor.js';
import { OkResponse } from '../../http/responses/responses.js';
import {
  TranslatedDraftListDto,
  TranslatedJourneyListDto,
  TranslationsDto,
  TranslatedTextsDto,
} from '../../rest/texts/translations.dto.js';
import { readTranslations, toTranslatedTexts } from '../../rest/texts/translated-texts.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, InApp, NeedsProof, PanelApi, type AppCaller } from '../access/member.guard.js';
import { originOf } from '../access/own-writer.js';
import { readNumber } from '../access/read-number.js';
import { editorOf } from '../access/setup-editor.js';
import { MAX_TEXTS, TextsQuery } from './texts.dto.js';

/** Translations of campaigns that are written, and of the texts of journeys. */
@PanelApi('Templates')
@Controller('panel/1.0/apps/:app')
export class PanelTranslationsController {
  constructor(
    private readonly drafts: DraftTranslationService,
    private readonly journeys: JourneyTranslationService,
  ) {}

  @Get('draft-translations')
  @Allows('campaigns.write')
  @OkResponse('Lists drafts of campaigns, with how far their languages are', TranslatedDraftListDto)
  async listDrafts(@InApp() { app }: AppCaller): Promise<TranslatedDraftListDto> {
    return { items: await this.drafts.list(app.id) };
  }

  @Get('draft-translations/:id')
  @Allows('campaigns.write')
  @OkResponse('Gets how far the languages of a draft are, and the texts of one of them', TranslationsDto)
  async getDraft(
    @InApp() { app }: AppCaller,
    @Param('id') id: string,
    @Query() { language }: TextsQuery,
  ): Promise<TranslationsDto> {
    const { languages } = await this.drafts.get(app.id, readNumber(id));
    return language === undefined
      ? { languages }
      : { languages, ...toTranslatedTexts(await this.drafts.read(app.id, readNumber(id), language)) };
  }

  @Post('draft-translations/:id')
  @MaxBody(MAX_TEXTS)
  @Allows('campaigns.write')
  @DoneResponse('Stores translations of a draft, as a save of it')
  async translateDraft(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Body() body: TranslatedTextsDto,
  ): Promise<void> {
    const { language, units, field } = readTranslations(body);
    await this.drafts.write(originOf(caller), readNumber(id), language, units, field);
  }

  @Get('journey-translations')
  @Allows('setup.write')
  @OkResponse('Lists journeys with texts of their own, with how far their languages are', TranslatedJourneyListDto)
  async listJourneys(@InApp() { app }: AppCaller): Promise<TranslatedJourneyListDto> {
    return { items: await this.journeys.list(app) };
  }

  @Get('journey-translations/:name')
  @Allows('setup.write')
  @OkResponse('Gets how far the languages of a journey are, and the texts of one of them', TranslationsDto)
  async getJourney(
    @InApp() { app }: AppCaller,
    @Param('name') name: string,
    @Query() { language }: TextsQuery,
  ): Promise<TranslationsDto> {
    const { languages } = await this.journeys.get(app, name);
    return language === undefined
      ? { languages }
      : { languages, ...toTranslatedTexts(await this.journeys.read(app, name, language)) };
  }

  @Post('journey-translations/:name')
  @MaxBody(MAX_TEXTS)
  @Allows('setup.write')
  @NeedsProof()
  @DoneResponse('Stores translations of the texts of a journey, as an edit of it')
  async translateJourney(
    @InApp() caller: AppCaller,
    @Param('name') name: string,
    @Body() body: TranslatedTextsDto,
  ): Promise<void> {
    const { language, units, field } = readTranslations(body);
    const by = { origin: caller.origin, editor: editorOf(caller) };
    await this.journeys.write(caller.app, by, name, language, units, field);
  }
}
