import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ProviderCallbackService, CallbackUrlService } from '#libs/delivery';
import { ApplicationService } from '#libs/tenancy';
import { isStorable } from '#platform/validation';
import { SkipBodyParsing } from '../http/body/body.interceptor.js';
import { InboundMessageService } from './inbound-message.service.js';
import { ProviderRequestService } from './provider-request.service.js';

/** Callbacks of providers. A request that is not proven to come from the account's provider gets no information. */
@ApiExcludeController()
@Controller('callbacks')
export class ProviderCallbacksController {
  constructor(
    private readonly requests: ProviderRequestService,
    private readonly callbackUrls: CallbackUrlService,
    private readonly callbacks: ProviderCallbackService,
    private readonly applications: ApplicationService,
    private readonly inbound: InboundMessageService,
  ) {}

  /** Reports of one message to one recipient. `sms` is the address that messages of earlier releases have. */
  @Post(['sms/:token', 'reports/:token'])
  @HttpCode(204)
  @SkipBodyParsing()
  async status(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const message = this.callbackUrls.readCallbackToken(token);
    const appId = message && (await this.callbacks.findApplicationId(message));
    const content = appId === null || appId === undefined ? undefined : await this.requests.read(appId, request);
    if (!message || appId === null || appId === undefined || !content || content.reports.length === 0) {
      response.status(403);
      return;
    }
    for (const { address, report } of content.reports) {
      await this.callbacks.handleReport(appId, message, { address, report, by: content.by });
    }
  }

  /** Asks whether this address may be called. */
  @Get('accounts/:app')
  async verify(
    @Param('app') app: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | undefined> {
    const application = isStorable(app) ? await this.applications.findByName(app) : null;
    const query = new URL(request.originalUrl, 'http://callbacks').searchParams;
    const answer = application ? await this.requests.verify(application.id, query) : undefined;
    response.status(answer === undefined ? 403 : 200).type('text/plain');
    return answer;
  }

  /** Messages to a number of an application, which is named as in its application file. */
  @Post(['sms-inbound/:app', 'accounts/:app'])
  @HttpCode(200)
  @SkipBodyParsing()
  async received(
    @Param('app') app: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | undefined> {
    const application = isStorable(app) ? await this.applications.findByName(app) : null;
    const content = application && (await this.requests.read(application.id, request));
    if (!application || !content) {
      response.status(403);
      return undefined;
    }
    for (const { messageId = '', address, report } of content.reports) {
      const message = this.callbackUrls.readReportedId(messageId);
      if (message && (await this.callbacks.findApplicationId(message)) === application.id) {
        await this.callbacks.handleReport(application.id, message, { address, report, by: content.by });
      }
    }
    for (const message of content.inbound) {
      await this.inbound.handleMessage(application.id, content.channel, message);
    }
    response.type(content.answer?.type ?? 'text/plain');
    return content.answer?.body ?? '';
  }
}
