import { Body, Controller, Get, Headers, Post, Query, Res } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { CountService, SegmentService } from '#libs/audience';
import type { Caller } from '#libs/tenancy';
import { Config } from '#platform/config';
import type { Response } from 'express';
import { OkResponse, ErrorResponses } from '../../http/responses/responses.js';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { PageLink, type Link } from '../../http/request/links.js';
import {
  CountAnswerDto,
  CountBatchAnswerDto,
  CountBatchDto,
  CountDto,
  platformOfHeader,
  SegmentsDto,
  SegmentUsersDto,
  SegmentUsersQuery,
} from './audience.dto.js';

/** Everything that was committed until then is counted; epoch milliseconds. */
const AS_OF = 'X-As-Of';

const OS_HEADER = ApiHeader({
  name: 'X-svc-os',
  required: false,
  description: 'A platform: only users with a device of it. `svc` is the name of the service, as in the key header',
});

/** Segments, and how many users have what (specification, sections 4.1 and 4.10). */
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
  @OkResponse(`Users with given attributes; the header ${AS_OF} says as of when, in epoch milliseconds`, CountAnswerDto)
  async count(
    @CurrentCaller() { appId }: Caller,
    @Body() { target }: CountDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CountAnswerDto> {
    const { counts, asOf } = await this.counts.count(appId, target);
    response.setHeader(AS_OF, asOf.getTime());
    return { count: counts };
  }

  @Post('targeting/count-batch')
  @OkResponse(
    `Users per value of an attribute; the header ${AS_OF} says as of when, in epoch milliseconds`,
    CountBatchAnswerDto,
  )
  async countBatch(
    @CurrentCaller() { appId }: Caller,
    @Body() body: CountBatchDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CountBatchAnswerDto> {
    const { counts, asOf } = await this.counts.countBatch(appId, body);
    response.setHeader(AS_OF, asOf.getTime());
    return { counts: Object.fromEntries(counts) };
  }

  @Get('count-user')
  @OkResponse('All users of the application', CountAnswerDto)
  async countUsers(@CurrentCaller() { appId }: Caller): Promise<CountAnswerDto> {
    return { count: await this.counts.countUsers(appId) };
  }

  @Get('getSegments')
  @OS_HEADER
  @OkResponse('Segments and how many members they have', SegmentsDto)
  async getSegments(
    @CurrentCaller() { appId }: Caller,
    @Headers() headers: Record<string, string | undefined>,
  ): Promise<SegmentsDto> {
    return { list: await this.segments.list(appId, this.platform(headers)) };
  }

  @Get('getSegmentUsers')
  @OS_HEADER
  @ErrorResponses('segment_unusable')
  @OkResponse('A page of the members of a segment', SegmentUsersDto)
  async getSegmentUsers(
    @CurrentCaller() { appId }: Caller,
    @Query() { id, ...query }: SegmentUsersQuery,
    @Headers() headers: Record<string, string | undefined>,
    @PageLink() link: Link,
  ): Promise<SegmentUsersDto> {
    const platform = this.platform(headers);
    const { next, ...page } = await this.segments.getPage(appId, {
      ...query,
      segmentId: id,
      ...(platform !== undefined && { platform }),
    });
    return { ...(next && { nextPage: link({ ...next }) }), ...page };
  }

  private platform(headers: Record<string, string | undefined>): number | undefined {
    return platformOfHeader(this.osHeader, headers[this.osHeader]);
  }
}
