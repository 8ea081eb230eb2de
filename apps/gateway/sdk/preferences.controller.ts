import { Body, Controller, Post } from '@nestjs/common';
import { PreferenceLinkService } from '#libs/delivery/engagement';
import { UserProofService } from '#libs/identity';
import { ApplicationService, type Caller } from '#libs/tenancy';
import { toInstallationId } from '#libs/users/identities';
import { PersonPreferencesService } from '#libs/users/preferences';
import { CurrentCaller, SdkApi } from '../http/auth/api-key.guard.js';
import { LinkBase } from '../http/request/request-context.js';
import { ErrorResponses, OkResponse } from '../http/responses/responses.js';
import { PreferencesUrlDto } from '../rest/users/consent/preferences.dto.js';
import { ChoosePreferencesDto, OwnChoicesDto, ReadPreferencesDto } from './preferences.dto.js';
import { readChange, toOwnChoices } from './own-choices.js';

/** Choices of the user of an installation, for a page of the application's own. It needs the proof of the user. */
@SdkApi('Preferences')
@Controller('sdk/1.0/users/preferences')
export class OwnPreferencesController {
  constructor(
    private readonly proofs: UserProofService,
    private readonly preferences: PersonPreferencesService,
    private readonly links: PreferenceLinkService,
    private readonly applications: ApplicationService,
  ) {}

  @Post('read')
  @ErrorResponses('user_unproven')
  @OkResponse('Reads the topics of the user by channels, and consents', OwnChoicesDto)
  async read(@CurrentCaller() { appId }: Caller, @Body() body: ReadPreferencesDto): Promise<OwnChoicesDto> {
    const { uid } = await this.proofs.authenticateUser(appId, body);
    return this.readChoices(appId, uid);
  }

  @Post('choose')
  @ErrorResponses('user_unproven')
  @OkResponse('Sets topics of the user by channels, and consents, and answers how they are then', OwnChoicesDto)
  async choose(@CurrentCaller() { appId }: Caller, @Body() body: ChoosePreferencesDto): Promise<OwnChoicesDto> {
    const { uid, instId } = await this.proofs.authenticateUser(appId, body);
    const before = await this.preferences.read(appId, uid);
    const origin = { source: 'DEVICE', by: toInstallationId(instId) } as const;
    await this.preferences.change(appId, uid, readChange(body, before), origin);
    return this.readChoices(appId, uid);
  }

  @Post('url')
  @ErrorResponses('user_unproven')
  @OkResponse('Makes a link to the page of the preferences of the user. It ends after a day', PreferencesUrlDto)
  async makeUrl(
    @CurrentCaller() { appId }: Caller,
    @Body() body: ReadPreferencesDto,
    @LinkBase() base: string,
  ): Promise<PreferencesUrlDto> {
    const { uid } = await this.proofs.authenticateUser(appId, body);
    const { path, until } = this.links.createLink(appId, uid);
    return { url: `${base}${path}`, validUntil: until.getTime() };
  }

  private async readChoices(appId: number, uid: number): Promise<OwnChoicesDto> {
    const [{ settings }, person] = await Promise.all([
      this.applications.getApplication(appId),
      this.preferences.read(appId, uid),
    ]);
    return toOwnChoices(person, settings.tracking);
  }
}
