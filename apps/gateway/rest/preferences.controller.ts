import { Body, Controller, Get, Post, Query, Req } from '@nestjs/common';
import type { Caller } from '#libs/tenancy';
import { PreferenceService } from '#libs/users';
import { missing } from '#platform/errors';
import { Answers, AnswersEmpty, Refuses } from '../http/answers.js';
import { CallerOf, NeedsScope, RestSurface } from '../http/api-key-guard.js';
import { Entries } from '../http/fields-pipe.js';
import { readDto } from '../http/read-dto.js';
import { CategoriesDto, PreferencesDto, PreferencesQuery, SetPreferenceDto } from './preferences.dto.js';
import { ExtIdsDto, MAX_ENTRIES } from './users.dto.js';

/** What users want to get (specification, sections 3 and 4.1; decisions, section 6). */
@RestSurface('Preferences')
@NeedsScope('users')
@Controller('rest/3.0')
export class PreferencesController {
  constructor(private readonly preferences: PreferenceService) {}

  @Post('setCategoryPreferences')
  @AnswersEmpty('Opts users in or out of categories; unknown categories are left out')
  async setCategoryPreferences(
    @CallerOf() { appId }: Caller,
    @Entries(SetPreferenceDto, { max: MAX_ENTRIES }) entries: SetPreferenceDto[],
  ): Promise<void> {
    await this.preferences.setCategoryPreferences(appId, entries);
  }

  /** The user stands in the query, or in a body, which clients send with this GET. */
  @Get('getCategoryPreferences')
  @Refuses('unknown_subject')
  @Answers('Categories that a user gets', PreferencesDto)
  async getCategoryPreferences(
    @CallerOf() { appId }: Caller,
    @Query() query: PreferencesQuery,
    @Req() { body }: { body?: unknown },
  ): Promise<PreferencesDto> {
    const extId = extIdOf(query) || extIdOf(body === undefined ? {} : readDto(PreferencesQuery, body, 'json'));
    if (!extId) {
      throw missing('extId');
    }
    return { categoryPreferences: await this.preferences.getCategoryPreferences(appId, extId) };
  }

  @Get('getPushCategories')
  @Answers('Categories that messages can have', CategoriesDto)
  async getPushCategories(@CallerOf() { appId }: Caller): Promise<CategoriesDto> {
    const categories = await this.preferences.getCategories(appId);
    return { categories: categories.map(({ categoryId, name }) => ({ id: categoryId, name })) };
  }

  @Post('enableMail')
  @AnswersEmpty('Opts users in to e-mail')
  async enableMail(@CallerOf() { appId }: Caller, @Body() { extIds }: ExtIdsDto): Promise<void> {
    await this.preferences.setOptIn(appId, 'email', true, extIds);
  }

  @Post('disableMail')
  @AnswersEmpty('Opts users out of e-mail')
  async disableMail(@CallerOf() { appId }: Caller, @Body() { extIds }: ExtIdsDto): Promise<void> {
    await this.preferences.setOptIn(appId, 'email', false, extIds);
  }

  @Post('enableSms')
  @AnswersEmpty('Opts users in to SMS')
  async enableSms(@CallerOf() { appId }: Caller, @Body() { extIds }: ExtIdsDto): Promise<void> {
    await this.preferences.setOptIn(appId, 'msisdn', true, extIds);
  }

  @Post('disableSms')
  @AnswersEmpty('Opts users out of SMS')
  async disableSms(@CallerOf() { appId }: Caller, @Body() { extIds }: ExtIdsDto): Promise<void> {
    await this.preferences.setOptIn(appId, 'msisdn', false, extIds);
  }
}

function extIdOf({ extId, externalId }: PreferencesQuery): string | undefined {
  return extId || externalId;
}
