import { Injectable } from '@nestjs/common';
import { ApplicationService } from '#libs/tenancy';
import { Database } from '#platform/db';
import { malformed } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import type { Journey } from '../model/journey.types.js';
import { DayCountRepository } from '../visits/day-count.repository.js';
import { addPeriod, type PeriodStatistics } from './period-figures.js';

const DAY_MS = 24 * 3_600_000;
/** A period in UTC days, `yyyy-MM-dd`. @property from  absent: as far back as sums are kept · @property to  absent: today */
export interface AskedPeriod {
  from?: string | undefined;
  to?: string | undefined;
}

/** Figures of journeys within a period. */
@Injectable()
export class JourneyPeriodService {
  constructor(
    private readonly db: Database,
    private readonly days: DayCountRepository,
    private readonly applications: ApplicationService,
    private readonly clock: ClockService,
  ) {}

  /** @throws AppError malformed for a day that is none, and for a period that ends before it begins */
  async get(
    { appId, journeyId }: Pick<Journey, 'appId' | 'journeyId'>,
    { from, to }: AskedPeriod,
  ): Promise<PeriodStatistics> {
    const now = this.clock.now().getTime();
    const { settings } = await this.applications.getApplication(appId);
    const period = {
      from: from === undefined ? toDay(now - settings.retention.statistics * DAY_MS) : readDay('from', from),
      to: to === undefined ? toDay(now) : readDay('to', to),
    };
    if (period.from > period.to) {
      throw malformed("Field 'to' should not be before 'from'");
    }
    return addPeriod(period, await this.days.find(this.db, appId, journeyId, period));
  }
}

/** @throws AppError malformed */
function readDay(field: string, day: string): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : NaN;
  if (Number.isNaN(at) || toDay(at) !== day) {
    throw malformed(`Field '${field}' should be a day, as 2026-11-30`);
  }
  return day;
}

function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
