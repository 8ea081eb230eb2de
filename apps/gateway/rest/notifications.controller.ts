import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiBody, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { CampaignService } from '#libs/notifications';
import { type PushResult, ResultsService, StatisticsService } from '#libs/reporting';
import type { Caller } from '#libs/tenancy';
import { missing } from '#platform/errors';
import { Answers, AnswersEmpty, AnswersJson, Refuses } from '../http/answers.js';
import { CallerOf, NeedsScope, RestSurface } from '../http/api-key-guard.js';
import { Entries } from '../http/fields-pipe.js';
import { type Link, LinkOf } from '../http/links.js';
import { BULK, DEFINITION, SENDS } from './notification-bodies.js';
import {
  ApprovalDto,
  NotificationKeyDto,
  type ResultDto,
  ResultsDto,
  ResultsQuery,
  StatisticsDto,
  StatisticsListDto,
  StatisticsQuery,
  toResultFilter,
  toStatisticsDto,
} from './notifications.dto.js';

/**
 * Sends and what became of them (specification, sections 4.2, 4.3 and 4.5). Bodies of sends have many lenient forms: the
 * notifications room reads them itself.
 */
@RestSurface('Notifications')
@Controller('rest/3.0')
export class NotificationsController {
  constructor(
    private readonly notifications: CampaignService,
    private readonly statistics: StatisticsService,
    private readonly results: ResultsService,
  ) {}

  @Post('createNotificationDefinition')
  @NeedsScope('notifications')
  @ApiBody({ schema: DEFINITION })
  @Refuses('push_too_large', 'unknown_button_set', 'email_without_content', 'bad_address')
  @Answers('Stores a notification for later sends', NotificationKeyDto)
  async createDefinition(@CallerOf() caller: Caller, @Body() body: unknown): Promise<NotificationKeyDto> {
    return { notificationKey: await this.notifications.createDefinition(caller, body) };
  }

  @Post('sendBulkNotification')
  @NeedsScope('notifications')
  @ApiBody({ schema: BULK })
  @Refuses('push_too_large', 'unknown_button_set', 'email_without_content', 'segment_unusable', 'bad_address')
  @Answers('Sends a campaign to everybody that a target matches', NotificationKeyDto)
  async sendBulk(@CallerOf() caller: Caller, @Body() body: unknown): Promise<NotificationKeyDto> {
    return { notificationKey: await this.notifications.sendBulk(caller, body) };
  }

  @Post('sendNotification')
  @NeedsScope('notifications')
  @ApiBody({ schema: SENDS })
  @Refuses('push_too_large', 'unknown_key', 'unknown_button_set', 'bad_address')
  @AnswersJson('Sends a stored notification to named users or devices', {
    schema: { type: 'object', maxProperties: 0 },
  })
  async send(@CallerOf() caller: Caller, @Body() body: unknown): Promise<Record<string, never>> {
    await this.notifications.send(caller, body);
    return {};
  }

  @Post('sendPushApproval')
  @NeedsScope('notifications')
  @Refuses('unknown_key', 'wrong_state', 'no_approval_step')
  @AnswersEmpty('Lets campaigns go that wait for approval')
  async approve(
    @CallerOf() caller: Caller,
    @Entries(ApprovalDto, { max: 1000 }) entries: ApprovalDto[],
  ): Promise<void> {
    await this.notifications.approveCampaigns(
      caller,
      entries.map(({ messageId }) => messageId),
    );
  }

  @Get('getPushStats')
  @NeedsScope('reports')
  @ApiExtraModels(StatisticsDto, StatisticsListDto)
  @Refuses('unknown_key')
  @AnswersJson('Figures of one notification, or of all that had a send in a span of time', {
    schema: { oneOf: [{ $ref: getSchemaPath(StatisticsDto) }, { $ref: getSchemaPath(StatisticsListDto) }] },
  })
  async getPushStats(
    @CallerOf() { appId }: Caller,
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
    const found = await this.statistics.listBetween(appId, new Date(query.start), new Date(query.end));
    return { messages: found.map(toStatisticsDto) };
  }

  @Get('getPushResult')
  @NeedsScope('reports')
  @Answers('What became of each recipient', ResultsDto)
  async getPushResult(
    @CallerOf() { appId }: Caller,
    @Query() query: ResultsQuery,
    @LinkOf() link: Link,
  ): Promise<ResultsDto> {
    const { list, next } = await this.results.getPage(appId, toResultFilter(query));
    return { ...(next !== undefined && { nextPage: link({ offset: next }) }), list: list.map(toResultDto) };
  }
}

/** Fields without a value are left out. */
function toResultDto({ timeStamp, platform, status, ...texts }: PushResult): ResultDto {
  const given = Object.entries(texts).filter(([, value]) => value !== null);
  return { platform, status, ...Object.fromEntries(given), timeStamp: timeStamp.getTime() };
}
