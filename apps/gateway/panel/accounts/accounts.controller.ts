import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CHANNEL_NAMES, type Channel } from '#libs/channels';
import { AccountStateService, AccountTestService } from '#libs/delivery';
import { AppError } from '#platform/errors';
import { AccountsDto, AccountTestResultDto, toAccountDto } from '../../rest/audience/accounts.dto.js';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';

/** Provider accounts, without credentials: whether they send, and what is wrong where they do not. */
@PanelApi('Accounts')
@Controller('panel/1.0/apps/:app/accounts')
export class PanelAccountsController {
  constructor(
    private readonly accounts: AccountStateService,
    private readonly tests: AccountTestService,
  ) {}

  @Get()
  @Allows('campaigns.read')
  @OkResponse('Lists the provider accounts with what stops them and their last fault', AccountsDto)
  async list(@InApp() { app }: AppCaller): Promise<AccountsDto> {
    return { accounts: (await this.accounts.listStatuses(app.id)).map(toAccountDto) };
  }

  @Post(':channel/test')
  @HttpCode(200)
  @Allows('accounts.write')
  @OkResponse(
    'Tries the credentials of an account, within about 20 s, and sends nobody a message. A fault of the account is an answer, and no error',
    AccountTestResultDto,
  )
  async test(@InApp() { app, origin }: AppCaller, @Param('channel') channel: string): Promise<AccountTestResultDto> {
    return this.tests.test(app.id, readChannel(channel), { origin });
  }

  @Post(':channel/resume')
  @HttpCode(200)
  @Allows('accounts.write')
  @OkResponse('Ends the pause or the rest of an account; what waits is sent within half a minute', AccountsDto)
  async resume(@InApp() caller: AppCaller, @Param('channel') channel: string): Promise<AccountsDto> {
    await this.accounts.resume(caller.app.id, readChannel(channel), caller.origin);
    return this.list(caller);
  }
}

/** @throws AppError unknown_id */
function readChannel(text: string): Channel {
  const channel = CHANNEL_NAMES.find((name) => name === text);
  if (channel === undefined) {
    throw new AppError('unknown_id', `There is no account of a channel ${text.slice(0, 20)}`);
  }
  return channel;
}
