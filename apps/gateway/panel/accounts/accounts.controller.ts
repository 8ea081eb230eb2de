import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { AccountStateService, AccountTestService } from '#libs/delivery/accounts';
import { channelOfKey } from '#libs/tenancy';
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

  @Post(':account/test')
  @HttpCode(200)
  @Allows('accounts.write')
  @OkResponse(
    'Tries the credentials of an account, within about 20 s, and sends nobody a message. A fault of the account is an answer, and no error',
    AccountTestResultDto,
  )
  async test(@InApp() { app, origin }: AppCaller, @Param('account') account: string): Promise<AccountTestResultDto> {
    return this.tests.test(app.id, readKey(account), { origin });
  }

  @Post(':account/resume')
  @HttpCode(200)
  @Allows('accounts.write')
  @OkResponse('Ends the pause or the rest of an account; what waits is sent within half a minute', AccountsDto)
  async resume(@InApp() caller: AppCaller, @Param('account') account: string): Promise<AccountsDto> {
    await this.accounts.resume(caller.app.id, readKey(account), caller.origin);
    return this.list(caller);
  }
}

/** @throws AppError unknown_id */
function readKey(text: string): string {
  if (channelOfKey(text) === undefined) {
    throw new AppError('unknown_id', `There is no account ${text.slice(0, 40)}`);
  }
  return text;
}
