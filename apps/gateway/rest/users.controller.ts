import { Body, Controller, Post } from '@nestjs/common';
import type { Caller } from '#libs/tenancy';
import { RegistrationService, UserEraserService } from '#libs/users';
import { AnswersEmpty, Refuses } from '../http/answers.js';
import { CallerOf, NeedsScope, RestSurface } from '../http/api-key-guard.js';
import { Entries } from '../http/fields-pipe.js';
import { ExtIdsDto, MAX_ENTRIES, RegisterUserDto, TagUsersDto } from './users.dto.js';

/** Users and their tags (specification, section 4.1; decisions, section 6). */
@RestSurface('Users')
@NeedsScope('users')
@Controller('rest/3.0')
export class UsersController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly eraser: UserEraserService,
  ) {}

  @Post('registerUsers')
  @Refuses('bad_address')
  @AnswersEmpty('Creates users, or adds devices, addresses, tags and attributes to them')
  async registerUsers(
    @CallerOf() { appId }: Caller,
    @Entries(RegisterUserDto, { max: MAX_ENTRIES }) entries: RegisterUserDto[],
  ): Promise<void> {
    await this.registration.registerUsers(appId, entries);
  }

  @Post('tagUsers')
  @AnswersEmpty('Adds a tag to users')
  async tagUsers(@CallerOf() { appId }: Caller, @Body() body: TagUsersDto): Promise<void> {
    await this.registration.tagUsers(appId, body);
  }

  @Post('untagUsers')
  @AnswersEmpty('Removes a tag from users')
  async untagUsers(@CallerOf() { appId }: Caller, @Body() body: TagUsersDto): Promise<void> {
    await this.registration.untagUsers(appId, body);
  }

  @Post('deleteUsers')
  @AnswersEmpty('Deletes users and their devices; results of sends stay')
  async deleteUsers(@CallerOf() { appId }: Caller, @Body() { extIds }: ExtIdsDto): Promise<void> {
    await this.eraser.deleteUsers(appId, extIds);
  }
}
