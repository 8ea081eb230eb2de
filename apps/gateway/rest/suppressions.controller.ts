import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import type { Caller } from '#libs/tenancy';
import { type Suppression, SuppressionService } from '#libs/users';
import { Answers, AnswersEmpty, Refuses } from '../http/answers.js';
import { CallerOf, NeedsScope, RestSurface } from '../http/api-key-guard.js';
import { type Link, LinkOf } from '../http/links.js';
import {
  AddSuppressionsDto,
  RemoveSuppressionsDto,
  type SuppressionDto,
  SuppressionsDto,
  SuppressionsQuery,
} from './suppressions.dto.js';

/** Addresses that nothing is sent to. Beyond the published interface. */
@RestSurface('Addresses')
@NeedsScope('users')
@Controller('rest/3.0')
export class SuppressionsController {
  constructor(private readonly suppressions: SuppressionService) {}

  @Get('getSuppressions')
  @Answers('Addresses of a channel that nothing is sent to, each with its reasons', SuppressionsDto)
  async getSuppressions(
    @CallerOf() { appId }: Caller,
    @Query() { channel, max, offset }: SuppressionsQuery,
    @LinkOf() link: Link,
  ): Promise<SuppressionsDto> {
    const { list, next } = await this.suppressions.listPage(appId, channel, max, offset);
    return { ...(next !== undefined && { nextPage: link({ offset: next }) }), list: list.map(toDto) };
  }

  @Post('addSuppressions')
  @Refuses('bad_address')
  @AnswersEmpty('Sends nothing more to some addresses, whoever has them')
  async addSuppressions(
    @CallerOf() { appId }: Caller,
    @Body() { channel, addresses, reason }: AddSuppressionsDto,
  ): Promise<void> {
    await this.suppressions.suppress(appId, channel, addresses, reason);
  }

  @Post('removeSuppressions')
  @Refuses('bad_address')
  @AnswersEmpty('Lets messages go to some addresses again; the preferences of their users stay')
  async removeSuppressions(
    @CallerOf() { appId }: Caller,
    @Body() { channel, addresses }: RemoveSuppressionsDto,
  ): Promise<void> {
    await this.suppressions.unsuppress(appId, channel, addresses);
  }
}

function toDto({ address, reason, detail, addedAt }: Suppression): SuppressionDto {
  return {
    ...(address !== null && { address }),
    reason,
    ...(detail !== null && { detail }),
    timeStamp: addedAt.getTime(),
  };
}
