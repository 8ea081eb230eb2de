import { Body, Controller, Get, Headers, Post, Query, Res } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Response } from 'express';
import { CountBatchDto, CountService, countTarget, SegmentService } from '#libs/audience';
import type { Caller } from '#libs/tenancy';
import { Config } from '#platform/config';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { PageLink, type Link } from '../../http/request/request-context.js';
import { OkResponse, ErrorResponses } from '../../http/responses/responses.js';
import {
  CountAnswerDto,
  CountBatchAnswerDto,
  CountDto,
  platformOfHeader,
  SegmentsDto,
  SegmentUsersDto,
  SegmentUsersQuery,
} from './audience.dto.js';

/** Epoch milliseconds. Everything that was committed until then is counted. */
const AS_OF = 'X-As-Of';

const OS_HEADER = ApiHeader({
  name: 'X-svc-os',
  required: false,
  description: 'Only users with a device of this platform. `svc` is the name of the service, as in the key header',
});

/** Segments and counts of users (specification, sections 4.1 and 4.10). */
@RestApi('Audience')
@RequiresScope('audience')
@Controller('rest/3.0')
export class AudienceController {
  private readonly osHeader: string;

  constructor(
    config: Config,
    private readonly counts: CountService,
    private readonly segments: SegmentService,
  ) {
    this.osHeader = `x-${config.SERVICE_NAME.toLowerCase()}-os`;
  }

  @Post('targeting/count')
  @OkResponse(
    `Counts users with the given attributes. Private ones and addresses need the scope \`private\`. The header ${AS_OF} has the time of the count, in epoch milliseconds`,
    CountAnswerDto,
  )
  @ErrorResponses('bad_address')
  async count(
    @CurrentCaller() caller: Caller,
    @Body() { target }: CountDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CountAnswerDto> {
    const { counts, asOf } = await this.counts.count(caller.appId, countTarget(target), caller);
    response.setHeader(AS_OF, asOf.getTime());
    return { count: counts };
  }

  @Post('targeting/count-batch')
  @OkResponse(
    `Counts users by the value of an attribute; by ranges of a private one only with the scope \`private\`. The header ${AS_OF} has the time of the count, in epoch milliseconds`,
    CountBatchAnswerDto,
  )
  @ErrorResponses('bad_address')
  async countBatch(
    @CurrentCaller() caller: Caller,
    @Body() body: CountBatchDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CountBatchAnswerDto> {
    const { counts, asOf } = await this.counts.countBatch(caller.appId, body, caller);
    response.setHeader(AS_OF, asOf.getTime());
    return { counts: Object.fromEntries(counts) };
  }

  @Get('count-user')
  @OkResponse('Counts all users of the application', CountAnswerDto)
  async countUsers(@CurrentCaller() { appId }: Caller): Promise<CountAnswerDto> {
    return { count: await this.counts.countUsers(appId) };
  }

  @Get('getSegments')
  @OS_HEADER
  @OkResponse('Lists segments with the number of their members', SegmentsDto)
  async getSegments(
    @CurrentCaller() { appId }: Caller,
    @Headers() headers: Record<string, string | undefined>,
  ): Promise<SegmentsDto> {
    return { list: await this.segments.list(appId, this.platform(headers)) };
  }

  /** Without the scope `private` only the extIds are listed. */
  @Get('getSegmentUsers')
  @RequiresScope('segment-users')
  @OS_HEADER
  @ErrorResponses('segment_unusable')
  @OkResponse('Lists the members of a segment who have an extId or an address, page by page', SegmentUsersDto)
  async getSegmentUsers(
    @CurrentCaller() caller: Caller,
    @Query() { id, ...query }: SegmentUsersQuery,
    @Headers() headers: Record<string, string | undefined>,
    @PageLink() link: Link,
  ): Promise<SegmentUsersDto> {
    const platform = this.platform(headers);
    const { next, name, list } = await this.segments.getPage(caller.appId, {
      ...query,
      segmentId: id,
      addresses: caller.seesPrivate,
      ...(platform !== undefined && { platform }),
    });
    return { ...(next && { nextPage: link({ ...next }) }), name, list };
  }

  private platform(headers: Record<string, string | undefined>): number | undefined {
    return platformOfHeader(this.osHeader, headers[this.osHeader]);
  }
}
