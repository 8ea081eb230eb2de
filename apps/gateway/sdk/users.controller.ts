import { Body, Controller, Post } from '@nestjs/common';
import { IdentityService } from '#libs/identity';
import type { Caller } from '#libs/tenancy';
import { InstallationService, LocationService, DeviceProfileService } from '#libs/users';
import { EmptyResponse, ErrorResponses } from '../http/responses/responses.js';
import { CurrentCaller, SdkApi } from '../http/auth/api-key.guard.js';
import { IdentifyDto, OwnLocationDto, OwnPreferencesDto, OwnProfileDto, OwnTagsDto } from './users.dto.js';

/** What a device tells of its own user. Nothing of a user is answered: the key of a device is no secret. */
@SdkApi('Users')
@Controller('sdk/1.0')
export class OwnUserController {
  constructor(
    private readonly identity: IdentityService,
    private readonly installations: InstallationService,
    private readonly profiles: DeviceProfileService,
    private readonly locations: LocationService,
  ) {}

  @Post('users/identify')
  @EmptyResponse('Says who uses this installation; what its nameless user did and got goes along')
  async identify(@CurrentCaller() { appId }: Caller, @Body() body: IdentifyDto): Promise<void> {
    await this.identity.identify(appId, body, body.extId);
  }

  @Post('users/profile')
  @ErrorResponses('bad_address')
  @EmptyResponse(
    'Sets attributes of the own user; those that the application marked as private are set by servers (2022)',
  )
  async setProfile(@CurrentCaller() { appId }: Caller, @Body() body: OwnProfileDto): Promise<void> {
    const device = await this.installations.authenticate(appId, body);
    await this.profiles.setAttributes(appId, device, body.profile);
  }

  @Post('users/tags')
  @EmptyResponse('Gives the own user tags and takes some; names that the application does not know yet are made')
  async setTags(@CurrentCaller() { appId }: Caller, @Body() body: OwnTagsDto): Promise<void> {
    const device = await this.installations.authenticate(appId, body);
    await this.profiles.setTags(appId, device, body);
  }

  @Post('users/preferences')
  @EmptyResponse('Opts the own user in or out of e-mail, SMS and categories, and this installation in or out of push')
  async setPreferences(@CurrentCaller() { appId }: Caller, @Body() body: OwnPreferencesDto): Promise<void> {
    const device = await this.installations.authenticate(appId, body);
    await this.profiles.setPreferences(appId, device, body);
  }

  @Post('location')
  @ErrorResponses('unknown_subject')
  @EmptyResponse('Tells where this installation is; only the last place is kept')
  async locate(@CurrentCaller() { appId }: Caller, @Body() body: OwnLocationDto): Promise<void> {
    const { instId } = await this.installations.authenticate(appId, body);
    const { latitude, longitude } = body;
    await this.locations.setLocation(undefined, appId, instId, { latitude, longitude });
  }
}
