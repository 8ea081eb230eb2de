import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { DefinitionDto } from '#libs/content/parse';
import { NotificationDefinitionService, SendNotificationDto, TransactionalService } from '#libs/notifications';
import { BulkNotificationDto, CampaignService } from '#libs/notifications/campaigns';
import { ApprovalService, KeyDecisionService } from '#libs/notifications/approvals';
import { ResultsService, StatisticsService } from '#libs/reporting';
import type { Caller } from '#libs/tenancy';
import { missing } from '#platform/errors';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { type Link, PageLink } from '../../http/request/request-context.js';
import { APPROVAL_ID } from '../../http/responses/kept-headers.js';
import { OkResponse, EmptyResponse, OkJsonResponse, ErrorResponses } from '../../http/responses/responses.js';
import { Entries, OneOrMore } from '../../http/validation/list-body.js';
import { ApprovalDto, toDecisions, toWaitingDto, WaitingApprovalsDto, WaitingApprovalsQuery } from './approvals.dto.js';
import {
  NotificationKeyDto,
  StatisticsDto,
  StatisticsListDto,
  StatisticsQuery,
  toStatisticsDto,
} from './notifications.dto.js';
import { ResultsDto, ResultsQuery, toResultDto, toResultFilter } from './results.dto.js';

/** A body of 5 MB holds no more. */
const MAX_SENDS = 100_000;

/** Sends and what became of them (specification, sections 4.2, 4.3 and 4.5). */
@RestApi('Notifications')
@Controller('rest/3.0')
export class NotificationsController {
  constructor(
    private readonly definitions: NotificationDefinitionService,
    private readonly campaigns: CampaignService,
    private readonly approvals: ApprovalService,
    private readonly decisions: KeyDecisionService,
    private readonly transactional: TransactionalService,
    private readonly statistics: StatisticsService,
    private readonly results: ResultsService,
  ) {}

  @Post('createNotificationDefinition')
  @RequiresScope('notifications')
  @ErrorResponses('push_too_large', 'unknown_button_set', 'email_without_content', 'bad_address')
  @OkResponse('Stores a definition for later sends', NotificationKeyDto)
  async createDefinition(@CurrentCaller() caller: Caller, @Body() body: DefinitionDto): Promise<NotificationKeyDto> {
    return { notificationKey: await this.definitions.createDefinition(caller, body) };
  }

  @Post('sendBulkNotification')
  @RequiresScope('notifications')
  @ErrorResponses('push_too_large', 'unknown_button_set', 'email_without_content', 'segment_unusable', 'bad_address')
  @OkResponse('Sends a campaign to all users that match a target', NotificationKeyDto)
  async sendBulk(@CurrentCaller() caller: Caller, @Body() body: BulkNotificationDto): Promise<NotificationKeyDto> {
    return { notificationKey: await this.campaigns.sendBulk(caller, body) };
  }

  @Post('sendNotification')
  @RequiresScope('notifications')
  @ErrorResponses('push_too_large', 'unknown_key', 'wrong_state', 'unknown_button_set', 'bad_address')
  @OkJsonResponse(
    `Sends a stored notification to named users or devices. With ${APPROVAL_ID} the request waits for approval`,
    {
      schema: { type: 'object', maxProperties: 0 },
    },
  )
  async send(
    @CurrentCaller() caller: Caller,
    @OneOrMore(SendNotificationDto, { max: MAX_SENDS }) sends: SendNotificationDto[],
    @Res({ passthrough: true }) response: Response,
  ): Promise<Record<string, never>> {
    const approvalId = await this.transactional.send(caller, sends);
    if (approvalId !== null) {
      response.setHeader(APPROVAL_ID, approvalId);
    }
    return {};
  }

  @Post('sendPushApproval')
  @RequiresScope('approve')
  @ErrorResponses('unknown_key', 'wrong_state', 'no_approval_step')
  @EmptyResponse(
    'Approves or rejects campaigns and sends that wait for approval. The key that sent may only reject, unless its application allows it to approve',
  )
  async decide(
    @CurrentCaller() caller: Caller,
    @Entries(ApprovalDto, { max: 1000 }) entries: ApprovalDto[],
  ): Promise<void> {
    await this.decisions.decide(caller, toDecisions(entries));
  }

  @Get('getWaitingApprovals')
  @RequiresScope('approve')
  @OkResponse('Lists campaigns and sends that wait for approval, the oldest first', WaitingApprovalsDto)
  async getWaitingApprovals(
    @CurrentCaller() { appId }: Caller,
    @Query() { max, after }: WaitingApprovalsQuery,
    @PageLink() link: Link,
  ): Promise<WaitingApprovalsDto> {
    const waiting = await this.approvals.listWaiting(appId, { after, limit: max });
    const last = waiting.at(-1);
    const hasNext = last !== undefined && waiting.length === max;
    return { ...(hasNext && { nextPage: link({ after: last.approvalId }) }), approvals: waiting.map(toWaitingDto) };
  }

  @Get('getPushStats')
  @RequiresScope('reports')
  @ApiExtraModels(StatisticsDto, StatisticsListDto)
  @ErrorResponses('unknown_key')
  @OkJsonResponse('Gets the statistics of one notification, or of all that were sent in a period', {
    schema: { oneOf: [{ $ref: getSchemaPath(StatisticsDto) }, { $ref: getSchemaPath(StatisticsListDto) }] },
  })
  async getPushStats(
    @CurrentCaller() { appId }: Caller,
    @Query() query: StatisticsQuery,
  ): Promise<StatisticsDto | StatisticsListDto> {
    if (query.notificationKey !== undefined) {
      return toStatisticsDto(await this.statistics.getByKey(appId, query.notificationKey));
    }
    if (query.start === undefined && query.end === undefined) {
      throw missing('notificationKey');
    }
    if (query.start === undefined || query.end === undefined) {
      throw missing(query.start === undefined ? 'start' : 'end');
    }
    const summaries = await this.statistics.listBetween(appId, new Date(query.start), new Date(query.end));
    return { messages: summaries.map(toStatisticsDto) };
  }

  @Get('getPushResult')
  @RequiresScope('reports')
  @OkResponse('Lists the results of recipients', ResultsDto)
  async getPushResult(
    @CurrentCaller() { appId, seesPrivate }: Caller,
    @Query() query: ResultsQuery,
    @PageLink() link: Link,
  ): Promise<ResultsDto> {
    const { list, next } = await this.results.getPage(appId, { ...toResultFilter(query), showsPrivate: seesPrivate });
    return { ...(next !== undefined && { nextPage: link({ offset: next }) }), list: list.map(toResultDto) };
  }
}
