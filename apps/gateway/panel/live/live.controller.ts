import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';
import { Describe, Text } from '#platform/validation';
import type { GatewayRequest } from '../../http/request/request-context.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readSessionToken } from '../access/session-cookie.js';
import { LiveService } from './live.service.js';

class LiveQuery {
  @Text({ max: 200 }) @Describe({ description: 'Name of the application', example: 'shop' }) app!: string;

  @Text({ max: 1000 })
  @Describe({ description: '`home`, `campaign:KEY` and `test:ID`, with commas between', example: 'home,campaign:1234' })
  topics!: string;
}

/** Changes, as they happen. */
@PanelApi('Live')
@Controller('panel/1.0/live')
export class LiveController {
  constructor(private readonly live: LiveService) {}

  @Get()
  @Allows('campaigns.read')
  @ApiOperation({
    summary: 'Streams snapshots of topics as server-sent events',
    description:
      'Each event is `{topic, at, data}`, where `data` has fields of the answer about the same thing, all as they are then. The event `bye` says that the session has ended.',
  })
  @ApiOkResponse({ description: 'Events', content: { 'text/event-stream': { schema: { type: 'string' } } } })
  async open(
    @InApp() { app, member }: AppCaller,
    @Query() { topics }: LiveQuery,
    @Req() request: GatewayRequest,
    @Res() response: Response,
  ): Promise<void> {
    const listener = { memberId: member.memberId, token: readSessionToken(request), appId: app.id };
    await this.live.open(response, listener, [...new Set(topics.split(','))]);
  }
}
