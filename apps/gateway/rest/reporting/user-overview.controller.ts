import { Controller, Get, Query } from '@nestjs/common';
import { UserOverviewService } from '#libs/reporting';
import { hasScope, type Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { ErrorResponses, OkResponse } from '../../http/responses/responses.js';
import { toUserOverviewDto, UserOverviewDto, UserQuery } from './user-overview.dto.js';

/** One user with everything. Beyond the published interface. */
@RestApi('Users')
@RequiresScope('users')
@Controller('rest/3.0')
export class UserOverviewController {
  constructor(private readonly overviews: UserOverviewService) {}

  /** Parts for which the key has no scope are left out. */
  @Get('getUser')
  @ErrorResponses('unknown_subject')
  @OkResponse('Gets a user with profile, devices, tags, consents, segments and last results', UserOverviewDto)
  async getUser(@CurrentCaller() caller: Caller, @Query() { extId, results }: UserQuery): Promise<UserOverviewDto> {
    const overview = await this.overviews.getUser(caller.appId, extId, {
      private: caller.seesPrivate,
      segments: hasScope(caller, 'segment-users'),
      results: hasScope(caller, 'reports') ? results : 0,
    });
    return toUserOverviewDto(extId, overview);
  }
}
