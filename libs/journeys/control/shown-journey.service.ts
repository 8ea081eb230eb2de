import { Injectable } from '@nestjs/common';
import type { Viewer } from '#libs/tenancy';
import { JourneyCheckService } from '../definitions/journey-check.service.js';
import type { Journey } from '../model/journey.types.js';
import { JourneyService } from './journey.service.js';

/** Journeys for viewers who will see what becomes of people in them. */
@Injectable()
export class ShownJourneyService {
  constructor(
    private readonly journeys: JourneyService,
    private readonly checks: JourneyCheckService,
  ) {}

  /** @throws AppError as `JourneyService.getById` and `JourneyCheckService.refuseHidden` */
  async get(appId: number, id: number, viewer: Viewer): Promise<Journey> {
    const journey = await this.journeys.getById(appId, id);
    await this.refuseHidden(journey, viewer);
    return journey;
  }

  /** @throws AppError as `JourneyCheckService.refuseHidden` */
  async refuseHidden(journey: Journey, viewer: Viewer): Promise<void> {
    await this.checks.refuseHidden(journey.appId, journey, viewer);
  }
}
