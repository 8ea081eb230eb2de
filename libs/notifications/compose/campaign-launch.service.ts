import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { WrittenTargetService } from '#libs/audience/recipients';
import { findGapSources } from '#libs/content';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { CampaignStoreService, type CampaignAuthor } from '#libs/notifications/campaigns';
import type { SeenDraft } from '#libs/notifications/drafts';
import {
  CampaignCheckService,
  listContents,
  type CheckedRequest,
  type StoredCheck,
  CampaignForecastService,
  requireConfirmedGaps,
} from '#libs/notifications/forecasts';
import type { ComposedCampaignDto, SeenCheckDto } from './composed-campaign.dto.js';
import { ComposedCampaignService } from './composed-campaign.service.js';

/** How long a request without a time of its own can be approved. */
const APPROVABLE_MS = 7 * 24 * 3_600_000;

/** @property waits  it was asked for, and nothing leaves before it is approved */
export interface LaunchedCampaign {
  key: number;
  waits: boolean;
}

/** Checks a composed campaign, and launches what was checked and nothing else. */
@Injectable()
export class CampaignLaunchService {
  constructor(
    private readonly composed: ComposedCampaignService,
    private readonly store: CampaignStoreService,
    private readonly targets: WrittenTargetService,
    private readonly checks: CampaignCheckService,
    private readonly forecasts: CampaignForecastService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Begins to count with the planner of the launch.
   *
   * @throws AppError as `ComposedCampaignService.prepare` and `CampaignCheckService.start`
   */
  async check(author: CampaignAuthor, composed: ComposedCampaignDto): Promise<StoredCheck> {
    const checked = await this.composed.prepare(author, composed);
    return this.checks.start(author, { ...checked, request: withDraw(checked.request, randomUUID()) });
  }

  /**
   * Stores the campaign as `sendBulkNotification` does, where it is still what was checked.
   *
   * @param from.revises  a request of the same author that this one takes the place of
   * @param from.saved  the draft that it was written as: it is launched once, and only as the author saw it
   * @throws AppError changed_meanwhile for another campaign or number than was seen; unconfirmed_gaps; else as `check`
   */
  async launch(
    author: CampaignAuthor,
    composed: ComposedCampaignDto,
    seen: SeenCheckDto,
    { revises, saved }: { revises: number | null; saved: SeenDraft | null },
  ): Promise<LaunchedCampaign> {
    const { request: prepared, hash, startsAt } = await this.composed.prepare(author, composed);
    if (hash !== seen.hash) {
      throw new AppError('changed_meanwhile', 'This is not what was checked. Check it again', { field: 'hash' });
    }
    const request = await this.applySeen(author, prepared, seen);
    const planned = await this.forecasts.recount(request, seen);
    if (planned !== seen.planned) {
      throw new AppError(
        'changed_meanwhile',
        `It would reach ${planned} recipients now, and ${seen.planned} when it was checked. Nothing was sent`,
        { field: 'planned' },
      );
    }
    const expiresAt = startsAt ?? new Date(this.clock.now().getTime() + APPROVABLE_MS);
    const { written } = composed;
    const draft = { ...written, target: await this.targets.seal(author.appId, written['target']) };
    const campaign = { title: request.message.title, requests: listContents(request) };
    const key = await this.store.storeContents(author, campaign, { draft, planned, expiresAt, revises }, saved);
    return { key, waits: request.dueAt === null };
  }

  /** Draws the users of the check, where users are drawn; gaps that its author did not confirm stop the launch. */
  private async applySeen(
    author: CampaignAuthor,
    request: CheckedRequest,
    seen: SeenCheckDto,
  ): Promise<CheckedRequest> {
    const canLack = listContents(request).some(({ message }) => findGapSources(message).canLack);
    if (!canLack && !isLimited(request)) {
      return request;
    }
    const { draw, blanks } = await this.checks.getSeen(author, seen);
    if (blanks) {
      requireConfirmedGaps(blanks, seen.gaps);
    }
    return draw === null ? request : withDraw(request, draw);
  }
}

function isLimited({ options }: CheckedRequest): boolean {
  return options.limits !== undefined;
}

/** Names the draw of a limit: the check, the launch and each count of an approval draw the same users. */
function withDraw(request: CheckedRequest, draw: string): CheckedRequest {
  const { others } = request;
  return {
    ...request,
    ...(isLimited(request) && { options: { ...request.options, draw } }),
    ...(others && { others: others.map((other) => withDraw(other, draw)) }),
  };
}
