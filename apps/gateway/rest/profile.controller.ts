import { Controller, Get, Post, Query } from '@nestjs/common';
import type { Caller } from '#libs/tenancy';
import { DeviceService, RegistrationService } from '#libs/users';
import { Answers, AnswersEmpty } from '../http/answers.js';
import { CallerOf, NeedsScope, RestSurface } from '../http/api-key-guard.js';
import { Entries } from '../http/fields-pipe.js';
import { ExtIdQuery, ProfileDto, SetProfileDto } from './profile.dto.js';
import { MAX_ENTRIES } from './users.dto.js';

/** Profile attributes of users (specification, section 4.1). */
@RestSurface('Profiles')
@NeedsScope('users')
@Controller('rest/3.0')
export class ProfileController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly users: DeviceService,
  ) {}

  @Post('setProfileAttributes')
  @AnswersEmpty('Sets attributes of users; others stay')
  async setProfileAttributes(
    @CallerOf() { appId }: Caller,
    @Entries(SetProfileDto, { max: MAX_ENTRIES }) entries: SetProfileDto[],
  ): Promise<void> {
    await this.registration.setProfileAttributes(appId, entries);
  }

  @Get('getProfileAttributes')
  @Answers('Attributes of one user', ProfileDto)
  async getProfileAttributes(@CallerOf() { appId }: Caller, @Query() { extId }: ExtIdQuery): Promise<ProfileDto> {
    return this.users.getProfileAttributes(appId, extId);
  }
}
