import { Controller, Get, Param, Query } from '@nestjs/common';
import { PersonHeadService, PersonMessageService } from '#libs/reporting/people';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { PayloadListDto, toPersonalPayload } from '../payloads/payloads.dto.js';
import { ProofQuery } from './consent-proof.dto.js';

/** Messages as one person gets them. */
@PanelApi('Users')
@Controller('panel/1.0/apps/:app/users')
export class PersonMessagesController {
  constructor(
    private readonly heads: PersonHeadService,
    private readonly messages: PersonMessageService,
  ) {}

  @Get(':uid/message')
  @Allows('users.private')
  @OkResponse('Renders a message for the address that got it, with the values that the user has now', PayloadListDto)
  async draw(
    @InApp() { app }: AppCaller,
    @Param('uid') uid: string,
    @Query() { messageId }: ProofQuery,
  ): Promise<PayloadListDto> {
    const person = await this.heads.resolve(app.id, readNumber(uid));
    return { items: (await this.messages.draw(app.id, person.uid, messageId)).map(toPersonalPayload) };
  }
}
