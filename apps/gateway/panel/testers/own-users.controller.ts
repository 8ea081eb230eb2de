import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { OwnUserProofService } from '#libs/administration';
import { OkResponse } from '../../http/responses/responses.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { ownWriterOf } from '../access/own-writer.js';
import { readNumber } from '../access/read-number.js';
import { requirePermission } from '../access/require-permission.js';
import { seesPrivate } from '../access/sees-private.js';
import {
  AskedCodeDto,
  NewCodeDto,
  OwnUserDto,
  OwnUserListDto,
  toAskedCode,
  toOwnUser,
  TypedCodeDto,
} from './own-users.dto.js';

/** Users whose devices and addresses are the member's own; other members do not see them. */
@PanelApi('Tests')
@Controller('panel/1.0/apps/:app/own-users')
export class PanelOwnUsersController {
  constructor(private readonly ownUsers: OwnUserProofService) {}

  @Get()
  @Allows('campaigns.write')
  @OkResponse('Lists the users that the member has proved to be its own', OwnUserListDto)
  async list(@InApp() caller: AppCaller): Promise<OwnUserListDto> {
    requirePermission(caller, 'users.read');
    return { items: (await this.ownUsers.list(ownWriterOf(caller), seesPrivate(caller))).map(toOwnUser) };
  }

  @Post('codes')
  @HttpCode(200)
  @Allows('campaigns.write')
  @OkResponse('Sends a code to a user, so that the member proves that it reads its messages', AskedCodeDto)
  async ask(@InApp() caller: AppCaller, @Body() { by, value }: NewCodeDto): Promise<AskedCodeDto> {
    requirePermission(caller, 'users.read');
    const language = caller.member.locale === 'tr' ? 'tr' : 'en';
    const order = { way: by, value, language, isPrivateShown: seesPrivate(caller) } as const;
    return toAskedCode(await this.ownUsers.ask(ownWriterOf(caller), order));
  }

  @Post('codes/:id/prove')
  @HttpCode(200)
  @Allows('campaigns.write')
  @OkResponse("Makes the user of a code the member's own, by the code", OwnUserDto)
  async prove(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Body() { code }: TypedCodeDto,
  ): Promise<OwnUserDto> {
    requirePermission(caller, 'users.read');
    return toOwnUser(
      await this.ownUsers.prove(ownWriterOf(caller), readNumber(id), code.replaceAll(/\s/g, ''), seesPrivate(caller)),
    );
  }

  @Post(':uid/remove')
  @Allows('campaigns.write')
  @DoneResponse("Makes a user not the member's own any more")
  async remove(@InApp() caller: AppCaller, @Param('uid') uid: string): Promise<void> {
    await this.ownUsers.remove(ownWriterOf(caller), readNumber(uid));
  }
}
