import { Body, Controller, Post } from '@nestjs/common';
import { IdentityService, UserProofService } from '#libs/identity';
import type { Caller } from '#libs/tenancy';
import { InstallationService } from '#libs/users/registry';
import { LocationService } from '#libs/users/devices';
import { DevicePreferencesService, DeviceProfileService, DeviceTopicService } from '#libs/users/preferences';
import { CurrentCaller, SdkApi } from '../http/auth/api-key.guard.js';
import { EmptyResponse, ErrorResponses, OkResponse } from '../http/responses/responses.js';
import {
  IdentifyDto,
  OwnLocationDto,
  OwnPreferencesDto,
  OwnProfileDto,
  OwnTagsDto,
  OwnTopicsDto,
  TopicsQueryDto,
} from './users.dto.js';

/** The user of an installation. Responses are empty, but for choices of a proven one: the key of a device is no secret. */
@SdkApi('Users')
@Controller('sdk/1.0')
export class OwnUserController {
  constructor(
    private readonly identity: IdentityService,
    private readonly proofs: UserProofService,
    private readonly installations: InstallationService,
    private readonly profiles: DeviceProfileService,
    private readonly preferences: DevicePreferencesService,
    private readonly locations: LocationService,
    private readonly topics: DeviceTopicService,
  ) {}

  @Post('users/identify')
  @ErrorResponses('user_unproven')
  @EmptyResponse('Identifies the user of this installation. Data of the anonymous user moves to it')
  async identify(@CurrentCaller() { appId }: Caller, @Body() body: IdentifyDto): Promise<void> {
    await this.identity.identify(appId, body, body.extId);
  }

  @Post('users/profile')
  @ErrorResponses('bad_address', 'user_unproven')
  @EmptyResponse('Sets attributes of the user. Only servers may set private attributes (2022)')
  async setProfile(@CurrentCaller() { appId }: Caller, @Body() body: OwnProfileDto): Promise<void> {
    const device = await this.proofs.authenticateUser(appId, body);
    await this.profiles.setAttributes(appId, device, body.profile);
  }

  @Post('users/tags')
  @ErrorResponses('user_unproven')
  @EmptyResponse('Adds and removes tags of the user. Unknown tags are created')
  async setTags(@CurrentCaller() { appId }: Caller, @Body() body: OwnTagsDto): Promise<void> {
    const device = await this.proofs.authenticateUser(appId, body);
    await this.profiles.setTags(appId, device, body);
  }

  @Post('users/preferences')
  @ErrorResponses('user_unproven')
  @EmptyResponse(
    'Sets preferences of the user for e-mail, SMS, tracking and categories, and of this installation for push',
  )
  async setPreferences(@CurrentCaller() { appId }: Caller, @Body() body: OwnPreferencesDto): Promise<void> {
    const device = changesConsent(body)
      ? await this.proofs.authenticateUser(appId, body)
      : await this.installations.authenticate(appId, body);
    await this.preferences.set(appId, device, body);
  }

  @Post('users/topics')
  @ErrorResponses('user_unproven')
  @OkResponse('Lists the categories as topics of the user, in the language of the device', OwnTopicsDto)
  async getTopics(@CurrentCaller() { appId }: Caller, @Body() body: TopicsQueryDto): Promise<OwnTopicsDto> {
    const device = await this.proofs.authenticateUser(appId, body);
    return { topics: await this.topics.readTopics(appId, device, body.language) };
  }

  @Post('location')
  @ErrorResponses('unknown_subject')
  @EmptyResponse('Sets the location of this installation. Only the last one is stored')
  async locate(@CurrentCaller() { appId }: Caller, @Body() body: OwnLocationDto): Promise<void> {
    const { instId } = await this.installations.authenticate(appId, body);
    const { latitude, longitude } = body;
    await this.locations.setLocation(undefined, appId, instId, { latitude, longitude });
  }
}

/** Push permission belongs to the installation; the rest is consent of the user. */
function changesConsent({ emailPermitted, smsPermitted, consent, categories }: OwnPreferencesDto): boolean {
  return [emailPermitted, smsPermitted, consent, categories].some((value) => value !== undefined);
}
