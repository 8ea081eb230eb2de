import { Controller, Post } from '@nestjs/common';
import type { Caller } from '#libs/tenancy';
import { TESTER_TAG, TesterService } from '#libs/users/registry';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { EmptyResponse, ErrorResponses } from '../../http/responses/responses.js';
import { OneOrMore } from '../../http/validation/list-body.js';
import { TesterDto } from './testers.dto.js';

const MAX_TESTERS = 1000;

/** Test users, who get a message before everyone. Beyond the published interface. */
@RestApi('Users')
@RequiresScope('users')
@Controller('rest/3.0')
export class TestersController {
  constructor(private readonly testers: TesterService) {}

  @Post('addTesters')
  @ErrorResponses('bad_address')
  @EmptyResponse(
    `Makes users testers. They have the tag \`${TESTER_TAG}\`: a bulk send with this target reaches them alone. Unknown users are left out`,
  )
  async addTesters(
    @CurrentCaller() { appId }: Caller,
    @OneOrMore(TesterDto, { max: MAX_TESTERS }) entries: TesterDto[],
  ): Promise<void> {
    await this.testers.addTesters(appId, entries);
  }

  @Post('removeTesters')
  @ErrorResponses('bad_address')
  @EmptyResponse('Makes testers usual users again')
  async removeTesters(
    @CurrentCaller() { appId }: Caller,
    @OneOrMore(TesterDto, { max: MAX_TESTERS }) entries: TesterDto[],
  ): Promise<void> {
    await this.testers.removeTesters(appId, entries);
  }
}
