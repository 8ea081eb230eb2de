import { Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { readSmsReport } from '#libs/channels';
import { ProviderCallbackService, CallbackUrlService } from '#libs/delivery';
import { ApplicationService } from '#libs/tenancy';
import { LeaveBody } from '../http/body-interceptor.js';
import { InboundSms } from './inbound-sms.js';
import { TwilioRequests } from './twilio-requests.js';

/** An answer without a message: Twilio sends nothing to whoever wrote. */
const NO_ANSWER = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';

/** What Twilio calls back with. Whoever has not signed with the account's token is told nothing. */
@ApiExcludeController()
@Controller('callbacks')
export class SmsCallbacksController {
  constructor(
    private readonly twilio: TwilioRequests,
    private readonly places: CallbackUrlService,
    private readonly reports: ProviderCallbackService,
    private readonly applications: ApplicationService,
    private readonly inbound: InboundSms,
  ) {}

  /** What became of one message to one recipient. */
  @Post('sms/:token')
  @HttpCode(204)
  @LeaveBody()
  async status(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const message = this.places.readCallbackToken(token);
    const appId = message && (await this.reports.findApplicationId(message));
    const form = appId === null || appId === undefined ? undefined : await this.twilio.read(appId, request);
    if (!message || !form || typeof form.fields.To !== 'string') {
      response.status(403);
      return;
    }
    await this.reports.handleSmsReport(form.appId, message, form.fields.To, readSmsReport(form.fields));
  }

  /** What somebody wrote to a number of an application, which is named as in its application file. */
  @Post('sms-inbound/:app')
  @HttpCode(200)
  @LeaveBody()
  async received(
    @Param('app') app: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | undefined> {
    const application = await this.applications.findByName(app);
    const form = application && (await this.twilio.read(application.id, request));
    if (!form) {
      response.status(403);
      return undefined;
    }
    await this.inbound.take(form.appId, form.fields);
    response.type('text/xml');
    return NO_ANSWER;
  }
}
