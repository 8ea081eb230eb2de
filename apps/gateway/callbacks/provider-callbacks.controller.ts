import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { CallbackReport } from '#libs/channels';
import {
  CallbackUrlService,
  ProviderCallbackService,
  ReportedMessageService,
  type ReportedMessage,
} from '#libs/delivery/engagement';
import { ApplicationService } from '#libs/tenancy';
import { isStorable } from '#platform/validation';
import { SkipBodyParsing } from '../http/body/body.interceptor.js';
import { InboundMessageService } from './inbound-message.service.js';
import { ProviderRequestService, type ProviderContent } from './provider-request.service.js';

/** Callbacks of providers. A request that is not proven to come from the account's provider gets no information. */
@ApiExcludeController()
@Controller('callbacks')
export class ProviderCallbacksController {
  constructor(
    private readonly requests: ProviderRequestService,
    private readonly callbackUrls: CallbackUrlService,
    private readonly callbacks: ProviderCallbackService,
    private readonly messages: ReportedMessageService,
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
    const appId = message && (await this.messages.findApplicationId(message));
    const contents = message && appId !== undefined && appId !== null ? await this.requests.read(appId, request) : [];
    const named = message && { message, isProven: true };
    if (!(await this.takeReports(contents, () => named))) {
      response.status(403);
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
    const contents = application ? await this.requests.read(application.id, request) : [];
    const [first] = contents;
    if (!application || !first) {
      response.status(403);
      return undefined;
    }
    await this.takeReports(contents, ({ messageId = '' }) => this.callbackUrls.readReportedId(messageId));
    for (const { account, inbound, moves = [] } of contents) {
      for (const move of moves) {
        await this.inbound.handleMove(application.id, account.channel, move);
      }
      for (const message of inbound) {
        await this.inbound.handleMessage(application.id, account.channel, message);
      }
    }
    response.type(first.answer?.type ?? 'text/plain');
    return first.answer?.body ?? '';
  }

  /** @param name  the message of a report. @returns whether one of the reports is about a message of its account */
  private async takeReports(
    contents: readonly ProviderContent[],
    name: (report: CallbackReport) => ReportedMessage | null,
  ): Promise<boolean> {
    let isTaken = false;
    for (const { account, by, reports } of contents) {
      for (const report of reports) {
        const message = name(report);
        isTaken = (message && (await this.callbacks.handleReport(account, message, { ...report, by }))) || isTaken;
      }
    }
    return isTaken;
  }
}
