import { Body, Controller, Post } from '@nestjs/common';
import { IdentityService } from '#libs/identity';
import type { Caller } from '#libs/tenancy';
import { InstallationService, LocationService, DeviceProfileService } from '#libs/users';
import { AnswersEmpty, Refuses } from '../http/answers.js';
import { CallerOf, SdkSurface } from '../http/api-key-guard.js';
import { IdentifyDto, OwnLocationDto, OwnPreferencesDto, OwnProfileDto, OwnTagsDto } from './users.dto.js';

/** What a device tells of its own user. Nothing of a user is answered: the key of a device is no secret. */
@SdkSurface('Users')
@Controller('sdk/1.0')
export class OwnUserController {
  constructor(
    private readonly identity: IdentityService,
    private readonly installations: InstallationService,
    private readonly profiles: DeviceProfileService,
    private readonly locations: LocationService,
  ) {}

  @Post('users/identify')
  @AnswersEmpty('Says who uses this installation; what its nameless user did and got goes along')
  async identify(@CallerOf() { appId }: Caller, @Body() body: IdentifyDto): Promise<void> {
    await this.identity.identify(appId, body, body.extId);
  }

  @Post('users/profile')
  @Refuses('bad_address')
  @AnswersEmpty(
    'Sets attributes of the own user; those that the application marked as private are set by servers (2022)',
  )
  async setProfile(@CallerOf() { appId }: Caller, @Body() body: OwnProfileDto): Promise<void> {
    const device = await this.installations.authenticate(appId, body);
    await this.profiles.setAttributes(appId, device, body.profile);
  }

  @Post('users/tags')
  @AnswersEmpty('Gives the own user tags and takes some; names that the application does not know yet are made')
  async setTags(@CallerOf() { appId }: Caller, @Body() body: OwnTagsDto): Promise<void> {
    const device = await this.installations.authenticate(appId, body);
    await this.profiles.setTags(appId, device, body);
  }

  @Post('users/preferences')
  @AnswersEmpty('Opts the own user in or out of e-mail, SMS and categories, and this installation in or out of push')
  async setPreferences(@CallerOf() { appId }: Caller, @Body() body: OwnPreferencesDto): Promise<void> {
    const device = await this.installations.authenticate(appId, body);
    await this.profiles.setPreferences(appId, device, body);
  }

  @Post('location')
  @Refuses('unknown_subject')
  @AnswersEmpty('Tells where this installation is; only the last place is kept')
  async locate(@CallerOf() { appId }: Caller, @Body() body: OwnLocationDto): Promise<void> {
    const { instId } = await this.installations.authenticate(appId, body);
    const { latitude, longitude } = body;
    await this.locations.setLocation(undefined, appId, instId, { latitude, longitude });
  }
}
