import { Body, Controller, Get, Post, Query, Req } from '@nestjs/common';
import type { Caller } from '#libs/tenancy';
import { PreferenceLinkService } from '#libs/delivery/engagement';
import { DeviceService } from '#libs/users/devices';
import { ConsentHistoryService, PreferenceService } from '#libs/users/preferences';
import { missing } from '#platform/errors';
import { readDto } from '#platform/validation';
import { CurrentCaller, RequiresScope, RestApi } from '../../../http/auth/api-key.guard.js';
import { type Link, LinkBase, PageLink } from '../../../http/request/request-context.js';
import { OkResponse, EmptyResponse, ErrorResponses } from '../../../http/responses/responses.js';
import { Entries } from '../../../http/validation/list-body.js';
import { originOf } from './consent-origin.js';
import { OptInChangeService } from './opt-in-change.service.js';
import {
  CategoriesDto,
  MailOptInDto,
  PreferencesDto,
  PreferencesQuery,
  PreferencesUrlDto,
  PreferencesUrlQuery,
  SetPreferenceDto,
  SmsOptInDto,
} from './preferences.dto.js';
import { ConsentHistoryDto, ConsentHistoryQuery, toConsentEventDto } from './consent-history.dto.js';
import { MAX_ENTRIES } from '../../../http/request/body-limits.js';

/** Preferences of users (specification, sections 3 and 4.1; decisions, section 6). */
@RestApi('Preferences')
@RequiresScope('users')
@Controller('rest/3.0')
export class PreferencesController {
  constructor(
    private readonly preferences: PreferenceService,
    private readonly optIns: OptInChangeService,
    private readonly history: ConsentHistoryService,
    private readonly links: PreferenceLinkService,
    private readonly devices: DeviceService,
  ) {}

  @Post('setCategoryPreferences')
  @EmptyResponse('Opts users in to or out of categories, on one channel or all. Unknown categories are ignored')
  async setCategoryPreferences(
    @CurrentCaller() caller: Caller,
    @Entries(SetPreferenceDto, { max: MAX_ENTRIES }) entries: SetPreferenceDto[],
  ): Promise<void> {
    await this.preferences.setCategoryPreferences(caller.appId, entries, originOf(caller));
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
    const inBody = body === undefined ? {} : readDto(PreferencesQuery, body, 'json');
    const extId = extIdOf(query) || extIdOf(inBody);
    if (!extId) {
      throw missing('extId');
    }
    const channel = query.channel ?? inBody.channel;
    const { preferences, states } = await this.preferences.getCategoryPreferences(appId, extId, channel);
    return { categoryPreferences: preferences, states };
  }

  @Get('getPushCategories')
  @OkResponse('Lists the categories of messages', CategoriesDto)
  async getPushCategories(@CurrentCaller() { appId }: Caller): Promise<CategoriesDto> {
    const categories = await this.preferences.getCategories(appId);
    return { categories: categories.map(({ categoryId, name }) => ({ id: categoryId, name })) };
  }

  @Post('enableMail')
  @ErrorResponses('bad_address')
  @EmptyResponse('Opts users and addresses in to e-mail')
  async enableMail(@CurrentCaller() caller: Caller, @Body() body: MailOptInDto): Promise<void> {
    await this.optIns.change(caller, 'email', true, body.extIds, body.emailList);
  }

  @Post('disableMail')
  @ErrorResponses('bad_address')
  @EmptyResponse('Opts users and addresses out of e-mail. The refusal of an address holds for everybody who has it')
  async disableMail(@CurrentCaller() caller: Caller, @Body() body: MailOptInDto): Promise<void> {
    await this.optIns.change(caller, 'email', false, body.extIds, body.emailList);
  }

  @Post('enableSms')
  @ErrorResponses('bad_address')
  @EmptyResponse('Opts users and numbers in to SMS')
  async enableSms(@CurrentCaller() caller: Caller, @Body() body: SmsOptInDto): Promise<void> {
    await this.optIns.change(caller, 'msisdn', true, body.extIds, body.msisdnList);
  }

  @Post('disableSms')
  @ErrorResponses('bad_address')
  @EmptyResponse('Opts users and numbers out of SMS. The refusal of a number holds for everybody who has it')
  async disableSms(@CurrentCaller() caller: Caller, @Body() body: SmsOptInDto): Promise<void> {
    await this.optIns.change(caller, 'msisdn', false, body.extIds, body.msisdnList);
  }

  @Get('getPreferencesUrl')
  @ErrorResponses('unknown_subject')
  @OkResponse('Makes a link to the page of the preferences of a user. It ends after a day', PreferencesUrlDto)
  async getPreferencesUrl(
    @CurrentCaller() { appId }: Caller,
    @Query() { extId }: PreferencesUrlQuery,
    @LinkBase() base: string,
  ): Promise<PreferencesUrlDto> {
    const { path, until } = this.links.createLink(appId, await this.devices.getUid(appId, extId));
    return { url: `${base}${path}`, validUntil: until.getTime() };
  }

  @Get('getConsentHistory')
  @ErrorResponses('unknown_subject')
  @OkResponse('Lists the changes of consent of a user, newest first', ConsentHistoryDto)
  async getConsentHistory(
    @CurrentCaller() { appId }: Caller,
    @Query() { extId, max, offset }: ConsentHistoryQuery,
    @PageLink() link: Link,
  ): Promise<ConsentHistoryDto> {
    const { list, next } = await this.history.listPage(appId, extId, max, offset);
    return {
      extId,
      list: list.map(toConsentEventDto),
      ...(next !== undefined && { nextPage: link({ offset: next }) }),
    };
  }
}

function extIdOf({ extId, externalId }: PreferencesQuery): string | undefined {
  return extId || externalId;
}
