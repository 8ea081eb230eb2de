import { Controller, Get, Post, Query } from '@nestjs/common';
import type { Caller } from '#libs/tenancy';
import { DeviceService, ProfileService, RegistrationService } from '#libs/users';
import { Answers, AnswersEmpty, Refuses } from '../http/answers.js';
import { CallerOf, NeedsScope, RestSurface } from '../http/api-key-guard.js';
import { Entries } from '../http/fields-pipe.js';
import {
  DeleteAttributesDto,
  DeleteValueDto,
  ElementsDto,
  ExtIdQuery,
  ProfileDto,
  SetProfileDto,
  UnsetProfileDto,
} from './profile.dto.js';
import { MAX_ENTRIES } from './users.dto.js';

/** Each is a pass over all users in the background. */
const MAX_DELETIONS = 1000;

/** Profile attributes of users (specification, section 4.1). */
@RestSurface('Profiles')
@NeedsScope('users')
@Controller('rest/3.0')
export class ProfileController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly profiles: ProfileService,
    private readonly users: DeviceService,
  ) {}

  @Post('setProfileAttributes')
  @Refuses('bad_address')
  @AnswersEmpty('Sets attributes of users; others stay')
  async setProfileAttributes(
    @CallerOf() { appId }: Caller,
    @Entries(SetProfileDto, { max: MAX_ENTRIES }) entries: SetProfileDto[],
  ): Promise<void> {
    await this.registration.setProfileAttributes(appId, entries);
  }

  @Post('unsetProfileAttributes')
  @AnswersEmpty('Takes attributes from users')
  async unsetProfileAttributes(
    @CallerOf() { appId }: Caller,
    @Entries(UnsetProfileDto, { max: MAX_ENTRIES }) entries: UnsetProfileDto[],
  ): Promise<void> {
    await this.profiles.unsetProfileAttributes(appId, entries);
  }

  @Post('pushProfileAttributes')
  @AnswersEmpty('Adds elements to array attributes of users')
  async pushProfileAttributes(
    @CallerOf() { appId }: Caller,
    @Entries(ElementsDto, { max: MAX_ENTRIES }) entries: ElementsDto[],
  ): Promise<void> {
    await this.registration.pushProfileAttributes(appId, entries);
  }

  @Post('pullProfileAttributes')
  @AnswersEmpty('Takes elements out of array attributes of users')
  async pullProfileAttributes(
    @CallerOf() { appId }: Caller,
    @Entries(ElementsDto, { max: MAX_ENTRIES }) entries: ElementsDto[],
  ): Promise<void> {
    await this.profiles.pullProfileAttributes(appId, entries);
  }

  @Post('deleteProfileAttributes')
  @AnswersEmpty('Deletes attributes from all users')
  async deleteProfileAttributes(
    @CallerOf() { appId }: Caller,
    @Entries(DeleteAttributesDto, { max: MAX_DELETIONS }) entries: DeleteAttributesDto[],
  ): Promise<void> {
    await this.profiles.deleteProfileAttributes(appId, entries);
  }

  @Post('deleteProfileAttributeValue')
  @AnswersEmpty('Deletes values of attributes from all users')
  async deleteProfileAttributeValue(
    @CallerOf() { appId }: Caller,
    @Entries(DeleteValueDto, { max: MAX_DELETIONS }) entries: DeleteValueDto[],
  ): Promise<void> {
    await this.profiles.deleteProfileAttributeValue(appId, entries);
  }

  @Get('getProfileAttributes')
  @Refuses('unknown_subject')
  @Answers('Attributes of one user', ProfileDto)
  async getProfileAttributes(@CallerOf() { appId }: Caller, @Query() { extId }: ExtIdQuery): Promise<ProfileDto> {
    return this.users.getProfileAttributes(appId, extId);
  }
}
