import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import type { Caller } from '#libs/tenancy';
import { type Suppression, SuppressionService } from '#libs/users/consent';
import { CurrentCaller, RequiresScope, RestApi } from '../../../http/auth/api-key.guard.js';
import { type Link, PageLink } from '../../../http/request/request-context.js';
import { OkResponse, EmptyResponse, ErrorResponses } from '../../../http/responses/responses.js';
import { originOf } from './consent-origin.js';
import {
  AddSuppressionsDto,
  RemoveSuppressionsDto,
  type SuppressionDto,
  SuppressionsDto,
  SuppressionsQuery,
} from './suppressions.dto.js';

/** The suppression list: addresses without sends. Beyond the published interface. */
@RestApi('Addresses')
@RequiresScope('users')
@Controller('rest/3.0')
export class SuppressionsController {
  constructor(private readonly suppressions: SuppressionService) {}

  @Get('getSuppressions')
  @OkResponse('Lists the suppressed addresses of a channel, with their reasons', SuppressionsDto)
  async getSuppressions(
    @CurrentCaller() { appId, seesPrivate }: Caller,
    @Query() { channel, max, offset }: SuppressionsQuery,
    @PageLink() link: Link,
  ): Promise<SuppressionsDto> {
    const { list, next } = await this.suppressions.listPage(appId, channel, max, offset);
    return {
      ...(next !== undefined && { nextPage: link({ offset: next }) }),
      list: list.map((entry) => toDto(entry, seesPrivate)),
    };
  }

  @Post('addSuppressions')
  @ErrorResponses('bad_address')
  @EmptyResponse('Suppresses addresses: nothing is sent to them, for any user')
  async addSuppressions(
    @CurrentCaller() caller: Caller,
    @Body() { channel, addresses, reason }: AddSuppressionsDto,
  ): Promise<void> {
    await this.suppressions.suppress(caller.appId, channel, addresses, reason, { origin: originOf(caller) });
  }

  @Post('removeSuppressions')
  @ErrorResponses('bad_address')
  @EmptyResponse('Removes addresses from the suppression list. Preferences of users stay')
  async removeSuppressions(
    @CurrentCaller() caller: Caller,
    @Body() { channel, addresses }: RemoveSuppressionsDto,
  ): Promise<void> {
    await this.suppressions.unsuppress(caller.appId, channel, addresses, originOf(caller));
  }
}

/** The words of a provider may repeat an address, so they go with it. */
function toDto({ address, reason, detail, addedAt }: Suppression, seesPrivate: boolean): SuppressionDto {
  return {
    ...(seesPrivate && address !== null && { address }),
    reason,
    ...(seesPrivate && detail !== null && { detail }),
    timeStamp: addedAt.getTime(),
  };
}
