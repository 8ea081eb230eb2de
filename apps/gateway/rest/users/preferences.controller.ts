import { Body, Controller, Get, Post, Query, Req } from '@nestjs/common';
import type { Caller } from '#libs/tenancy';
import { PreferenceService } from '#libs/users';
import { missing } from '#platform/errors';
import { readDto } from '#platform/validation';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { OkResponse, EmptyResponse, ErrorResponses } from '../../http/responses/responses.js';
import { Entries } from '../../http/validation/list-body.js';
import { CategoriesDto, PreferencesDto, PreferencesQuery, SetPreferenceDto } from './preferences.dto.js';
import { ExtIdsDto, MAX_ENTRIES } from './users.dto.js';

/** Preferences of users (specification, sections 3 and 4.1; decisions, section 6). */
@RestApi('Preferences')
@RequiresScope('users')
@Controller('rest/3.0')
export class PreferencesController {
  constructor(private readonly preferences: PreferenceService) {}

  @Post('setCategoryPreferences')
  @EmptyResponse('Opts users in to or out of categories. Unknown categories are ignored')
  async setCategoryPreferences(
    @CurrentCaller() { appId }: Caller,
    @Entries(SetPreferenceDto, { max: MAX_ENTRIES }) entries: SetPreferenceDto[],
  ): Promise<void> {
    await this.preferences.setCategoryPreferences(appId, entries);
  }

  /** Clients name the user in the query, or in a body of this GET. */
  @Get('getCategoryPreferences')
  @ErrorResponses('unknown_subject')
  @OkResponse('Lists the category preferences of a user', PreferencesDto)
  async getCategoryPreferences(
    @CurrentCaller() { appId }: Caller,
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
  @OkResponse('Lists the categories of messages', CategoriesDto)
  async getPushCategories(@CurrentCaller() { appId }: Caller): Promise<CategoriesDto> {
    const categories = await this.preferences.getCategories(appId);
    return { categories: categories.map(({ categoryId, name }) => ({ id: categoryId, name })) };
  }

  @Post('enableMail')
  @EmptyResponse('Opts users in to e-mail')
  async enableMail(@CurrentCaller() { appId }: Caller, @Body() { extIds }: ExtIdsDto): Promise<void> {
    await this.preferences.setOptIn(appId, 'email', true, extIds);
  }

  @Post('disableMail')
  @EmptyResponse('Opts users out of e-mail')
  async disableMail(@CurrentCaller() { appId }: Caller, @Body() { extIds }: ExtIdsDto): Promise<void> {
    await this.preferences.setOptIn(appId, 'email', false, extIds);
  }

  @Post('enableSms')
  @EmptyResponse('Opts users in to SMS')
  async enableSms(@CurrentCaller() { appId }: Caller, @Body() { extIds }: ExtIdsDto): Promise<void> {
    await this.preferences.setOptIn(appId, 'msisdn', true, extIds);
  }

  @Post('disableSms')
  @EmptyResponse('Opts users out of SMS')
  async disableSms(@CurrentCaller() { appId }: Caller, @Body() { extIds }: ExtIdsDto): Promise<void> {
    await this.preferences.setOptIn(appId, 'msisdn', false, extIds);
  }
}

function extIdOf({ extId, externalId }: PreferencesQuery): string | undefined {
  return extId || externalId;
}
