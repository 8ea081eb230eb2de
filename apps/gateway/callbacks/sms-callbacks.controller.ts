import { Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { readSmsReport } from '#libs/channels';
import { ProviderCallbackService, CallbackUrlService } from '#libs/delivery';
import { ApplicationService } from '#libs/tenancy';
import { isStorable } from '#platform/validation';
import { SkipBodyParsing } from '../http/body/body.interceptor.js';
import { InboundSmsService } from './inbound-sms.service.js';
import { TwilioRequestService } from './twilio-request.service.js';

/** A response without a message: Twilio then sends nothing to the sender. */
const EMPTY_TWIML = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';

/** Callbacks of Twilio. A request without the signature of the account gets no information. */
@ApiExcludeController()
@Controller('callbacks')
export class SmsCallbacksController {
  constructor(
    private readonly twilio: TwilioRequestService,
    private readonly callbackUrls: CallbackUrlService,
    private readonly callbacks: ProviderCallbackService,
    private readonly applications: ApplicationService,
    private readonly inbound: InboundSmsService,
  ) {}

  /** The status of one message to one recipient. */
  @Post('sms/:token')
  @HttpCode(204)
  @SkipBodyParsing()
  async status(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const message = this.callbackUrls.readCallbackToken(token);
    const appId = message && (await this.callbacks.findApplicationId(message));
    const form = appId === null || appId === undefined ? undefined : await this.twilio.readRequest(appId, request);
    if (!message || !form || typeof form.fields.To !== 'string') {
      response.status(403);
      return;
    }
    await this.callbacks.handleSmsReport(form.appId, message, form.fields.To, readSmsReport(form.fields));
  }

  /** A message to a number of an application, which is named as in its application file. */
  @Post('sms-inbound/:app')
  @HttpCode(200)
  @SkipBodyParsing()
  async received(
    @Param('app') app: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | undefined> {
    const application = isStorable(app) ? await this.applications.findByName(app) : null;
    const form = application && (await this.twilio.readRequest(application.id, request));
    if (!form) {
      response.status(403);
      return undefined;
    }
    await this.inbound.handleMessage(form.appId, form.fields);
    response.type('text/xml');
    return EMPTY_TWIML;
  }
}
