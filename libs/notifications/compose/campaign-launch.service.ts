import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { bulkTarget } from '#libs/audience';
import { DeliveryDryRunService, type DryRunReport, type LeftOutCount } from '#libs/delivery';
import { Semaphore } from '#platform/async';
import { AppError } from '#platform/errors';
import {
  CampaignStoreService,
  type CampaignAuthor,
  type CampaignRequest,
} from '../campaigns/campaign-store.service.js';
import { CampaignService } from '../campaigns/campaign.service.js';
import { toBulkRequest, type ComposedCampaignDto, type SeenCheckDto } from './composed-campaign.dto.js';

/** Whose message is prepared as for a send: about a second of work. */
const MAX_EXAMINED = 5000;
/** A reader of a page waits no longer, and the page gives up a moment later. */
const MAX_MS = 12_000;
/** Checks of one process at a time: each reads a whole audience. */
const MAX_CHECKS = 2;

/**
 * What a launch would do now.
 *
 * @property hash     of the campaign that was checked
 * @property startsAt null: at once
 * @property waits    it is sent after an approval
 */
export interface CampaignCheck {
  hash: string;
  report: DryRunReport;
  leftOut: LeftOutCount[];
  startsAt: Date | null;
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
  private readonly checks = new Semaphore(MAX_CHECKS);

  constructor(
    private readonly campaigns: CampaignService,
    private readonly store: CampaignStoreService,
    private readonly dryRuns: DeliveryDryRunService,
  ) {}

  /**
   * Counts with the planner of the launch. A large audience is counted in full; the messages of its first part are prepared.
   *
   * @throws AppError as `CampaignService.prepareBulk`; unavailable where it takes too long
   */
  async check(author: CampaignAuthor, composed: ComposedCampaignDto): Promise<CampaignCheck> {
    const deadline = performance.now() + MAX_MS;
    const { request, hash, startsAt } = await this.prepare(author, composed);
    const bounds = { maxExamined: MAX_EXAMINED, deadline };
    const [report, leftOut] = await this.checks.run(async () => [
      await this.dryRuns.forecastSend(request, bounds),
      await this.dryRuns.countLeftOut(request, bounds),
    ]);
    return { hash, report, leftOut, startsAt, waits: request.dueAt === null };
  }

  /**
   * Stores the campaign as `sendBulkNotification` does, where it is still what was checked.
   *
   * @returns its key
   * @throws AppError changed_meanwhile for another campaign or number than was seen; else as `check`
   */
  async launch(author: CampaignAuthor, composed: ComposedCampaignDto, seen: SeenCheckDto): Promise<number> {
    const deadline = performance.now() + MAX_MS;
    const { request, hash } = await this.prepare(author, composed);
    if (hash !== seen.hash) {
      throw new AppError('changed_meanwhile', 'This is not what was checked. Check it again', { field: 'hash' });
    }
    const planned = await this.checks.run(() => this.dryRuns.countPlanned(request, { deadline }));
    if (planned !== seen.planned) {
      throw new AppError(
        'changed_meanwhile',
        `It would reach ${planned} recipients now, and ${seen.planned} when it was checked. Nothing was sent`,
        { field: 'planned' },
      );
    }
    return this.store.store(author, request);
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
