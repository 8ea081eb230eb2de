import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { PersonInboxService } from '#libs/administration';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { seesPrivate } from '../access/sees-private.js';
import { PersonInboxDto, PersonInboxQuery, PersonMessageDto, toInboxPage, toStored } from './inbox.dto.js';

/** The stored messages of a person. */
@PanelApi('Users')
@Controller('panel/1.0/apps/:app/users/:uid/inbox')
export class PanelInboxController {
  constructor(private readonly inbox: PersonInboxService) {}

  @Get()
  @Allows('users.read')
  @OkResponse('Lists the messages that devices of a user read in its inbox', PersonInboxDto)
  async list(
    @InApp() caller: AppCaller,
    @Param('uid') uid: string,
    @Query() { after, limit }: PersonInboxQuery,
  ): Promise<PersonInboxDto> {
    return toInboxPage(
      await this.inbox.listMessages(caller.app.id, readNumber(uid), limit, after),
      seesPrivate(caller),
    );
  }

  @Post(':piid/delete')
  @HttpCode(200)
  @Allows('users.write')
  @OkResponse('Marks a message deleted, as a device of the user would', PersonMessageDto)
  async remove(
    @InApp() caller: AppCaller,
    @Param('uid') uid: string,
    @Param('piid') piid: string,
  ): Promise<PersonMessageDto> {
    const { app, origin } = caller;
    const message = await this.inbox.markDeleted(origin, app.id, readNumber(uid), readNumber(piid));
    return toStored(message, seesPrivate(caller));
  }
}
