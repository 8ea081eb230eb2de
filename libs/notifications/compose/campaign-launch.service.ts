import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { bulkTarget } from '#libs/audience';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import {
  CampaignStoreService,
  type CampaignAuthor,
  type CampaignRequest,
} from '../campaigns/campaign-store.service.js';
import { CampaignService } from '../campaigns/campaign.service.js';
import { CampaignForecastService, whileAwaited, type CampaignForecast } from './campaign-forecast.service.js';
import { toBulkRequest, type ComposedCampaignDto, type SeenCheckDto } from './composed-campaign.dto.js';

/** How long a request without a time of its own can be approved. */
const APPROVABLE_MS = 7 * 24 * 3_600_000;

/**
 * What a launch would do now.
 *
 * @property hash     of the campaign that was checked
 * @property startsAt null: at once
 * @property waits    it is sent after an approval
 */
export interface CampaignCheck extends CampaignForecast {
  hash: string;
  startsAt: Date | null;
  waits: boolean;
}

/** @property waits  it was asked for, and nothing leaves before it is approved */
export interface LaunchedCampaign {
  key: number;
  waits: boolean;
}

interface PreparedCampaign {
  request: CampaignRequest;
  hash: string;
  startsAt: Date | null;
}

/** Checks a composed campaign, and launches what was checked and nothing else. */
@Injectable()
export class CampaignLaunchService {
  constructor(
    private readonly campaigns: CampaignService,
    private readonly store: CampaignStoreService,
    private readonly forecasts: CampaignForecastService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Counts with the planner of the launch.
   *
   * @param asked  ends when nobody waits for the answer any more
   * @throws AppError as `CampaignService.prepareBulk` and `CampaignForecastService.forecast`
   */
  async check(author: CampaignAuthor, composed: ComposedCampaignDto, asked: AbortSignal): Promise<CampaignCheck> {
    const until = whileAwaited(asked);
    const { request, hash, startsAt } = await this.prepare(author, composed);
    const forecast = await this.forecasts.forecast(request, until);
    return { hash, ...forecast, startsAt, waits: request.dueAt === null };
  }

  /**
   * Stores the campaign as `sendBulkNotification` does, where it is still what was checked.
   *
   * @param revises  a request of the same author that this one takes the place of
   * @throws AppError changed_meanwhile for another campaign or number than was seen; else as `check`
   */
  async launch(
    author: CampaignAuthor,
    composed: ComposedCampaignDto,
    seen: SeenCheckDto,
    revises: number | null,
  ): Promise<LaunchedCampaign> {
    const until = whileAwaited();
    const { request, hash, startsAt } = await this.prepare(author, composed);
    if (hash !== seen.hash) {
      throw new AppError('changed_meanwhile', 'This is not what was checked. Check it again', { field: 'hash' });
    }
    const planned = await this.forecasts.countPlanned(request, until);
    if (planned !== seen.planned) {
      throw new AppError(
        'changed_meanwhile',
        `It would reach ${planned} recipients now, and ${seen.planned} when it was checked. Nothing was sent`,
        { field: 'planned' },
      );
    }
    const expiresAt = startsAt ?? new Date(this.clock.now().getTime() + APPROVABLE_MS);
    const key = await this.store.store(author, request, { draft: composed, planned, expiresAt, revises });
    return { key, waits: request.dueAt === null };
  }

  private async prepare(author: CampaignAuthor, composed: ComposedCampaignDto): Promise<PreparedCampaign> {
    const bulk = toBulkRequest(composed);
    const request = await this.campaigns.prepareBulk(author, bulk);
    const { dueAt, now } = await this.campaigns.readSchedule(author.appId, bulk);
    const startsAt = dueAt <= now ? null : dueAt;
    // Of a campaign that waits for approval this is the moment of the request, which each request has anew.
    const { startTime: _startTime, ...options } = request.options;
    const target = bulkTarget(composed.target);
    const content = [request.message, target, options, startsAt, request.dueAt === null, request.speed ?? null];
    return { request, startsAt, hash: createHash('sha256').update(JSON.stringify(content)).digest('hex') };
  }
}
