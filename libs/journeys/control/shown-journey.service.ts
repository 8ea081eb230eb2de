import { Injectable } from '@nestjs/common';
import type { Viewer } from '#libs/tenancy';
import { AppError } from '#platform/errors';
import { JourneyCheckService } from '../definitions/journey-check.service.js';
import type { Journey } from '../model/journey.types.js';
import { JourneyService } from './journey.service.js';

type ShownJourney = Pick<Journey, 'appId' | 'journeyId' | 'name'>;

/** Refusals of viewers who may not see private values. */
const HIDDEN: ReadonlySet<AppError['refusal']> = new Set(['key_not_allowed', 'permission_missing']);

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

  /**
   * Refuses to show where people are in a journey that looks at private values in one of its versions.
   *
   * @throws AppError as `JourneyCheckService.refuseHidden`
   */
  async refusePlaces({ appId, journeyId, name }: ShownJourney, viewer: Viewer): Promise<void> {
    for (const { definition } of viewer.seesPrivate ? [] : await this.journeys.listVersions({ appId, journeyId })) {
      await this.checks.refuseHidden(appId, { name, definition }, viewer);
    }
  }

  /** Tests if figures of steps, and places of people, would show a viewer private values. */
  async hidesPlaces(journey: ShownJourney, viewer: Viewer): Promise<boolean> {
    try {
      await this.refusePlaces(journey, viewer);
      return false;
    } catch (error) {
      if (error instanceof AppError && HIDDEN.has(error.refusal)) {
        return true;
      }
      throw error;
    }
  }
}
