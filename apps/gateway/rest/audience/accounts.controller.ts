import { Body, Controller, Get, Post } from '@nestjs/common';
import { AccountStateService, AccountTestService } from '#libs/delivery/accounts';
import { channelOfKey, hasScope, type Caller } from '#libs/tenancy';
import { AppError, malformed } from '#platform/errors';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { ErrorResponses, OkResponse } from '../../http/responses/responses.js';
import { AccountsDto, AccountTestDto, AccountTestResultDto, toAccountDto } from './accounts.dto.js';

/** The provider accounts of an application, without credentials. Beyond the published interface. */
@RestApi('Application')
@RequiresScope('setup')
@Controller('rest/3.0/app/accounts')
export class AccountsController {
  constructor(
    private readonly accounts: AccountStateService,
    private readonly tests: AccountTestService,
  ) {}

  @Get()
  @OkResponse(
    'Lists the provider accounts: whether they send, and their last fault in the words of the provider',
    AccountsDto,
  )
  async list(@CurrentCaller() { appId }: Caller): Promise<AccountsDto> {
    return { accounts: (await this.accounts.listStatuses(appId)).map(toAccountDto) };
  }

  @Post('test')
  @ErrorResponses('wrong_state')
  @OkResponse(
    'Tries the credentials of a provider account, within about 20 s. Without `to` nobody gets a message. A fault of the account is an answer, and no error',
    AccountTestResultDto,
  )
  async test(@CurrentCaller() caller: Caller, @Body() body: AccountTestDto): Promise<AccountTestResultDto> {
    const { channel, account = channel, to } = body;
    if (channelOfKey(account) !== channel) {
      throw malformed(`Field 'account' should be ${channel} or the name of a further account of it`);
    }
    if (to !== undefined && !hasScope(caller, 'notifications')) {
      throw new AppError('key_not_allowed', 'A test message needs the scope notifications');
    }
    const options = { origin: caller, ...(to !== undefined && { to }) };
    return this.tests.test(caller.appId, account, options);
  }
}
