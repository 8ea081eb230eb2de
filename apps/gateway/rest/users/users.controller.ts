import { Body, Controller, Post } from '@nestjs/common';
import type { Caller } from '#libs/tenancy';
import { RegisterUserDto, RegistrationService, UserDeletionService, UserTagService } from '#libs/users/registry';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { EmptyResponse, ErrorResponses } from '../../http/responses/responses.js';
import { Entries } from '../../http/validation/list-body.js';
import { originOf } from './consent/consent-origin.js';
import { MAX_ENTRIES } from '../../http/request/body-limits.js';
import { ExtIdsDto, TagUsersDto } from './users.dto.js';

/** Users and their tags (specification, section 4.1; decisions, section 6). */
@RestApi('Users')
@RequiresScope('users')
@Controller('rest/3.0')
export class UsersController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly tags: UserTagService,
    private readonly deletion: UserDeletionService,
  ) {}

  @Post('registerUsers')
  @ErrorResponses('bad_address')
  @EmptyResponse('Creates users, or adds devices, addresses, tags and attributes to them')
  async registerUsers(
    @CurrentCaller() caller: Caller,
    @Entries(RegisterUserDto, { max: MAX_ENTRIES }) entries: RegisterUserDto[],
  ): Promise<void> {
    await this.registration.registerUsers(caller.appId, entries, originOf(caller));
  }

  @Post('tagUsers')
  @EmptyResponse('Adds a tag, or several, to users')
  async tagUsers(@CurrentCaller() { appId }: Caller, @Body() body: TagUsersDto): Promise<void> {
    await this.tags.tagUsers(appId, body);
  }

  @Post('untagUsers')
  @EmptyResponse('Removes a tag, or several, from users')
  async untagUsers(@CurrentCaller() { appId }: Caller, @Body() body: TagUsersDto): Promise<void> {
    await this.tags.untagUsers(appId, body);
  }

  @Post('deleteUsers')
  @EmptyResponse('Deletes users and their devices. Results of sends stay')
  async deleteUsers(@CurrentCaller() { appId }: Caller, @Body() { extIds }: ExtIdsDto): Promise<void> {
    await this.deletion.deleteUsers(appId, extIds);
  }
}
