import { Controller, Get, Post, Query } from '@nestjs/common';
import type { Caller } from '#libs/tenancy';
import { DeviceService } from '#libs/users/devices';
import { ProfileService } from '#libs/users/preferences';
import { RegistrationService } from '#libs/users/registry';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { OkResponse, EmptyResponse, ErrorResponses } from '../../http/responses/responses.js';
import { Entries } from '../../http/validation/list-body.js';
import {
  DeleteAttributesDto,
  DeleteValueDto,
  ElementsDto,
  ExtIdQuery,
  ProfileDto,
  SetProfileDto,
  UnsetProfileDto,
} from './profile.dto.js';
import { MAX_ENTRIES } from '../../http/request/body-limits.js';

/** Each one is a pass over all users in the background. */
const MAX_DELETIONS = 1000;

/** Profile attributes of users (specification, section 4.1). */
@RestApi('Profiles')
@RequiresScope('users')
@Controller('rest/3.0')
export class ProfileController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly profiles: ProfileService,
    private readonly users: DeviceService,
  ) {}

  @Post('setProfileAttributes')
  @ErrorResponses('bad_address')
  @EmptyResponse('Sets attributes of users. Other attributes stay')
  async setProfileAttributes(
    @CurrentCaller() { appId }: Caller,
    @Entries(SetProfileDto, { max: MAX_ENTRIES }) entries: SetProfileDto[],
  ): Promise<void> {
    await this.registration.setProfileAttributes(appId, entries);
  }

  @Post('unsetProfileAttributes')
  @EmptyResponse('Removes attributes from users')
  async unsetProfileAttributes(
    @CurrentCaller() { appId }: Caller,
    @Entries(UnsetProfileDto, { max: MAX_ENTRIES }) entries: UnsetProfileDto[],
  ): Promise<void> {
    await this.profiles.unsetProfileAttributes(appId, entries);
  }

  @Post('pushProfileAttributes')
  @EmptyResponse('Adds elements to array attributes of users')
  async pushProfileAttributes(
    @CurrentCaller() { appId }: Caller,
    @Entries(ElementsDto, { max: MAX_ENTRIES }) entries: ElementsDto[],
  ): Promise<void> {
    await this.registration.pushProfileAttributes(appId, entries);
  }

  @Post('pullProfileAttributes')
  @EmptyResponse('Removes elements from array attributes of users')
  async pullProfileAttributes(
    @CurrentCaller() { appId }: Caller,
    @Entries(ElementsDto, { max: MAX_ENTRIES }) entries: ElementsDto[],
  ): Promise<void> {
    await this.profiles.pullProfileAttributes(appId, entries);
  }

  @Post('deleteProfileAttributes')
  @EmptyResponse('Deletes attributes from all users')
  async deleteProfileAttributes(
    @CurrentCaller() { appId }: Caller,
    @Entries(DeleteAttributesDto, { max: MAX_DELETIONS }) entries: DeleteAttributesDto[],
  ): Promise<void> {
    await this.profiles.deleteProfileAttributes(appId, entries);
  }

  @Post('deleteProfileAttributeValue')
  @EmptyResponse('Deletes values of attributes from all users')
  async deleteProfileAttributeValue(
    @CurrentCaller() { appId }: Caller,
    @Entries(DeleteValueDto, { max: MAX_DELETIONS }) entries: DeleteValueDto[],
  ): Promise<void> {
    await this.profiles.deleteProfileAttributeValue(appId, entries);
  }

  @Get('getProfileAttributes')
  @ErrorResponses('unknown_subject')
  @OkResponse('Gets the attributes of a user; without the scope `private` those that are not private', ProfileDto)
  async getProfileAttributes(@CurrentCaller() caller: Caller, @Query() { extId }: ExtIdQuery): Promise<ProfileDto> {
    return this.users.getProfileAttributes(caller.appId, extId, caller.seesPrivate);
  }
}
