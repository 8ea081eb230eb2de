import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { AuditService, SYSTEM } from '#libs/audit';
import { findNeed } from '#libs/notifications/approvals';
import { ApplicationService } from '#libs/tenancy';
import { HOUR_MS, Recurring } from '#platform/background';
import { Database } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { JourneyRepository } from '../definitions/journey.repository.js';
import type { Journey } from '../model/journey.types.js';
import { RequestRepository } from '../requests/request.repository.js';
import type { JourneyRequest } from '../requests/request.types.js';
import { StoredReplayService } from '../stored-replays/stored-replay.service.js';

/** Delay at most until the forecast of a request begins. */
const FORECAST_MS = 2_000;
const FORECAST_DAYS = 30;
/** The least limit that a forecast proposes: an event without a past has no entries. */
const LEAST_PER_DAY = 100;
const RETENTION_MS = 7 * 24 * HOUR_MS;

/** Forecasts of changes that wait: a replay of the past, and the limit that it proposes. */
@Injectable()
export class JourneyForecastService {
  constructor(
    private readonly db: Database,
    private readonly journeys: JourneyRepository,
    private readonly requests: RequestRepository,
    private readonly replays: StoredReplayService,
    private readonly applications: ApplicationService,
    private readonly audit: AuditService,
    private readonly clock: ClockService,
  ) {}

  /** Begins forecasts of new requests, takes their limits over, and ends requests after a week. */
  @Recurring('journeys.forecast', FORECAST_MS)
  async prepareDue(): Promise<void> {
    const expired = new Date(this.clock.now().getTime() - RETENTION_MS);
    for (const request of await this.requests.listUnready(this.db, expired)) {
      const journey = (await this.journeys.list(this.db, request.appId)).find(
        ({ journeyId }) => journeyId === request.journeyId,
      );
      if (request.askedAt < expired || !journey) {
        await this.expire(request, journey);
      } else if (request.replayId === null) {
        await this.begin(request, journey);
      } else if (request.perDay === null) {
        await this.takeLimit(request, request.replayId);
      }
    }
  }

  private async begin(request: JourneyRequest, journey: Journey): Promise<void> {
    const { appId, requestId, author, definition } = request;
    const isSame = isDeepStrictEqual(definition, journey.definition);
    const asked = { days: FORECAST_DAYS, byName: author.name, definition: isSame ? null : definition };
    await this.db.tx(async (tx) => {
      const open = await this.requests.lockOpen(tx, appId, requestId);
      if (open?.replayId === null) {
        await this.requests.setReplay(tx, open, await this.replays.insert(tx, journey, asked));
      }
    });
  }

  /** A replay that failed proposes nothing: the author has to write a limit. */
  private async takeLimit(request: JourneyRequest, replayId: number): Promise<void> {
    const { report } = await this.replays.get(request.appId, replayId);
    if (report) {
      const { approval } = (await this.applications.getApplication(request.appId)).settings;
      const perDay = Math.max(LEAST_PER_DAY, report.perDay.proposed);
      const { needed } = findNeed(approval, perDay);
      await this.db.tx((tx) => this.requests.setLimit(tx, request, { perDay, needed }));
    }
  }

  private async expire(request: JourneyRequest, journey: Journey | undefined): Promise<void> {
    const { appId, requestId } = request;
    await this.db.tx(async (tx) => {
      if (await this.requests.lockOpen(tx, appId, requestId)) {
        await this.requests.end(tx, request, 'expire', null);
        const subject = `journey ${journey?.name ?? request.journeyId}`;
        await this.audit.append(tx, appId, SYSTEM, [{ action: 'approval.expire', subject }]);
      }
    });
  }
}
