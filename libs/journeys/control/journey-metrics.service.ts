import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { CachedFigures, type MetricSource } from '#platform/health';
import { ClockService } from '#platform/runtime';
import { PaceRepository } from '../visits/pace.repository.js';

const MAX_AGE_MS = 10_000;
/** A journey whose limits kept someone out since then counts. */
const WINDOW_MS = 3_600_000;

/** Metrics of journeys, the same in any scheduler. */
@Injectable()
export class JourneyMetricsService {
  constructor(
    private readonly db: Database,
    private readonly paces: PaceRepository,
    private readonly clock: ClockService,
  ) {}

  metrics(): MetricSource[] {
    const refusing = new CachedFigures(
      () => this.paces.countRefusing(this.db, new Date(this.clock.now().getTime() - WINDOW_MS)),
      MAX_AGE_MS,
    );
    return [
      {
        name: 'herald_journeys_limited',
        help: 'Journeys whose limits kept someone out within an hour',
        read: async () => [{ value: await refusing.get() }],
      },
    ];
  }
}
