import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import type { Response } from 'express';
import { SimulatedDeliveriesService, SimulatedReportService } from '#libs/simulation';
import { NeedsIdempotencyKey } from '../../http/body/idempotency.interceptor.js';
import { OkJsonResponse, OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import {
  SendReportDto,
  SentReportDto,
  SimulatedDeliveriesQuery,
  SimulatedDeliveryListDto,
  toDeliveryList,
} from './deliveries.dto.js';

/**
 * The policy of a mail's HTML: its own styles, no script, nothing from anywhere, and no origin (CSP Level 3, section
 * 6.4.2). A document of its own keeps the stricter policy of the panel's page as it is.
 */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox',
].join('; ');

/**
 * Messages that simulated providers took. It shows people and the texts of their messages, so it needs the permission
 * for both.
 */
@PanelApi('Simulators')
@Controller('panel/1.0/apps/:app/simulators')
export class PanelSimulatorsController {
  constructor(
    private readonly deliveries: SimulatedDeliveriesService,
    private readonly reports: SimulatedReportService,
  ) {}

  @Get('deliveries')
  @Allows('users.private')
  @OkResponse('Lists what the simulators took from the simulated accounts, as people get it', SimulatedDeliveryListDto)
  async list(@InApp() { app }: AppCaller, @Query() query: SimulatedDeliveriesQuery): Promise<SimulatedDeliveryListDto> {
    return toDeliveryList(await this.deliveries.list(app.id, query));
  }

  @Post('deliveries/:seq/report')
  @HttpCode(200)
  @Allows('rehearse')
  @NeedsIdempotencyKey()
  @OkResponse('Has a simulator report something about a delivery, as a provider or a receiver would', SentReportDto)
  async report(
    @InApp() { app, origin }: AppCaller,
    @Param('seq') seq: string,
    @Body() { kind, text }: SendReportDto,
  ): Promise<SentReportDto> {
    const asked = { seq: readNumber(seq), kind, ...(text !== undefined && { text }) };
    return { answer: await this.reports.send(origin, app, asked) };
  }

  @Get('deliveries/:seq/html')
  @Allows('users.private')
  @ApiProduces('text/html')
  @OkJsonResponse('Gets the HTML of a mail, for a frame without scripts and requests', { schema: { type: 'string' } })
  async readMail(@InApp() { app }: AppCaller, @Param('seq') seq: string, @Res() response: Response): Promise<void> {
    const html = await this.deliveries.readMail(app.id, readNumber(seq));
    response
      .set({
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': MAIL_POLICY,
        'X-Frame-Options': 'SAMEORIGIN',
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
      })
      .send(html);
  }
}
