import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { JourneyTranslationService, type TranslationEditor } from '#libs/journeys';
import { DraftTranslationService } from '#libs/notifications/translations';
import { ApplicationService, type Caller } from '#libs/tenancy';
import { AppError } from '#platform/errors';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { EmptyResponse, ErrorResponses, OkResponse } from '../../http/responses/responses.js';
import { readTranslations, toTranslatedTexts } from './translated-texts.js';
import {
  DraftTranslationsQuery,
  JourneyTranslationsQuery,
  TranslatedDraftListDto,
  TranslatedJourneyListDto,
  TranslateDraftDto,
  TranslateJourneyDto,
  TranslationsDto,
} from './translations.dto.js';

/** Translations of campaigns that are written in the panel, and of the texts of journeys. Beyond the published interface. */
@RestApi('Notifications')
@RequiresScope('notifications')
@Controller('rest/3.0')
export class WrittenTranslationsController {
  constructor(
    private readonly drafts: DraftTranslationService,
    private readonly journeys: JourneyTranslationService,
    private readonly applications: ApplicationService,
  ) {}

  @Get('getTranslatedDrafts')
  @OkResponse('Lists drafts of campaigns, with how far their languages are', TranslatedDraftListDto)
  async listDrafts(@CurrentCaller() { appId }: Caller): Promise<TranslatedDraftListDto> {
    return { items: await this.drafts.list(appId) };
  }

  @Get('getDraftTranslations')
  @ErrorResponses('unknown_key')
  @OkResponse('Gets how far the languages of a draft are, and the texts of one of them', TranslationsDto)
  async getDraft(
    @CurrentCaller() { appId }: Caller,
    @Query() { draftId, language }: DraftTranslationsQuery,
  ): Promise<TranslationsDto> {
    const { languages } = await this.drafts.get(appId, draftId);
    return language === undefined
      ? { languages }
      : { languages, ...toTranslatedTexts(await this.drafts.read(appId, draftId, language)) };
  }

  @Post('updateDraftTranslations')
  @ErrorResponses('unknown_key', 'changed_meanwhile')
  @EmptyResponse('Stores translations of a draft. Members who have it open see the change')
  async updateDraft(@CurrentCaller() caller: Caller, @Body() body: TranslateDraftDto): Promise<void> {
    const { language, units, field } = readTranslations(body);
    await this.drafts.write(caller, body.draftId, language, units, field);
  }

  @Get('getTranslatedJourneys')
  @OkResponse('Lists journeys with texts of their own, with how far their languages are', TranslatedJourneyListDto)
  async listJourneys(@CurrentCaller() { appId }: Caller): Promise<TranslatedJourneyListDto> {
    return { items: await this.journeys.list(await this.applications.getApplication(appId)) };
  }

  @Get('getJourneyTranslations')
  @ErrorResponses('unknown_key')
  @OkResponse('Gets how far the languages of a journey are, and the texts of one of them', TranslationsDto)
  async getJourney(
    @CurrentCaller() { appId }: Caller,
    @Query() { journey, language }: JourneyTranslationsQuery,
  ): Promise<TranslationsDto> {
    const app = await this.applications.getApplication(appId);
    const { languages } = await this.journeys.get(app, journey);
    return language === undefined
      ? { languages }
      : { languages, ...toTranslatedTexts(await this.journeys.read(app, journey, language)) };
  }

  @Post('updateJourneyTranslations')
  @ErrorResponses('unknown_key', 'changed_meanwhile', 'section_locked')
  @EmptyResponse('Stores translations of the texts of a journey, as an edit of it')
  async updateJourney(@CurrentCaller() caller: Caller, @Body() body: TranslateJourneyDto): Promise<void> {
    const { language, units, field } = readTranslations(body);
    const app = await this.applications.getApplication(caller.appId);
    await this.journeys.write(app, editorOf(caller), body.journey, language, units, field);
  }
}

/** A key changes texts of journeys, and no keys. */
function editorOf(caller: Caller): TranslationEditor {
  const refuse = (): never => {
    throw new AppError('not_granted', 'A key changes no keys');
  };
  const { by, seesPrivate } = caller;
  return { origin: caller, editor: { by, seesPrivate, behind: [], checkKey: refuse } };
}
