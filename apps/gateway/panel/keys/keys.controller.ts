import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { listScopesToGive, mayGive, permissionsOf } from '#libs/members';
import { ApiKeyService, readExpiry, SCOPES, type NewKey } from '#libs/tenancy';
import { malformed } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { AnswersSecret } from '../../http/body/idempotency.interceptor.js';
import { OkResponse } from '../../http/responses/responses.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, InApp, NeedsProof, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { editorOf } from '../access/setup-editor.js';
import { KeyListDto, KeySecretDto, NewKeyDto, RotationDto, toKeyDto, toListedKey } from './keys.dto.js';

const HOUR_MS = 3_600_000;

/** Keys of servers, apps and pages. */
@PanelApi('Keys')
@Controller('panel/1.0/apps/:app/keys')
export class PanelKeysController {
  constructor(
    private readonly keys: ApiKeyService,
    private readonly clock: ClockService,
  ) {}

  @Get()
  @Allows('keys.write')
  @OkResponse('Lists the keys of an application, without their secrets', KeyListDto)
  async list(@InApp() { app, grants }: AppCaller): Promise<KeyListDto> {
    const permissions = permissionsOf(grants, app.id);
    return {
      items: (await this.keys.listKeys(app.id)).map((key) => toListedKey(key, mayGive(permissions, key))),
      scopes: listScopesToGive(permissions),
      all: mayGive(permissions, { kind: 'rest' }),
    };
  }

  @Post()
  @HttpCode(200)
  @Allows('keys.write')
  @NeedsProof()
  @AnswersSecret()
  @OkResponse('Makes a key that may do no more than the member, and tells its secret once', KeySecretDto)
  async create(@InApp() caller: AppCaller, @Body() body: NewKeyDto): Promise<KeySecretDto> {
    const { app, origin } = caller;
    const { key, secret } = await this.keys.createKey(app.id, this.readKey(body), origin, editorOf(caller));
    return { key: toKeyDto(key), secret };
  }

  @Post(':id/rotate')
  @HttpCode(200)
  @Allows('keys.write')
  @NeedsProof()
  @AnswersSecret()
  @OkResponse('Gives a key a second secret, and lets the first end after a while', KeySecretDto)
  async rotate(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Body() { overlapHours }: RotationDto,
  ): Promise<KeySecretDto> {
    const { app, origin } = caller;
    const rotation = { overlapMs: overlapHours * HOUR_MS };
    const { key, secret } = await this.keys.rotateKey(app.id, readNumber(id), rotation, origin, editorOf(caller));
    return { key: toKeyDto(key), secret };
  }

  @Post(':id/revoke')
  @Allows('keys.write')
  @NeedsProof()
  @DoneResponse('Ends a key at once, in every process')
  async revoke(@InApp() { app, origin }: AppCaller, @Param('id') id: string): Promise<void> {
    await this.keys.revokeKey(app.id, readNumber(id), origin);
  }

  /** @throws AppError malformed for a scope that is none, and an end that has passed */
  private readKey({ kind, name, scopes, addresses, origins, expires }: NewKeyDto): NewKey {
    const unknown = scopes?.find((scope) => !SCOPES.includes(scope));
    if (unknown !== undefined) {
      throw malformed(`Field 'scopes' has '${unknown}', which is none of ${SCOPES.join(', ')}`);
    }
    const end = expires === undefined ? undefined : readExpiry(expires, 'expires');
    if (end && end <= this.clock.now()) {
      throw malformed("Field 'expires' should be in the future");
    }
    return {
      kind,
      name,
      ...(scopes && { scopes }),
      ...(addresses && { addresses }),
      ...(origins && { origins }),
      ...(end && { expires: end }),
    };
  }
}
