import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '#platform/app';
import { Recurring } from '#platform/background';
import { AppError } from '#platform/errors';
import { ClockService, type Logger, reportFault } from '#platform/runtime';
import { AudienceService } from '#libs/audience/recipients';
import { MemberCollector } from '../segment-store/member-slices.js';
import { SegmentSliceRepository } from '../segment-store/segment-slice.repository.js';
import { parseSegmentTarget } from '../segment-store/segment-target.js';
import { SegmentRepository } from '../segment-store/segment.repository.js';
import type { ClaimedSegment } from '../segment-store/segment.types.js';
import { fingerprint } from '../segment-updates/rule-dependencies.js';
import { MemberCollectionService } from './member-collection.service.js';
import { SegmentPublisherService } from './segment-publisher.service.js';

/** Longer than any statement of a calculation. The lease is renewed after each statement. */
const LEASE_MS = 120_000;
/** A stopping process waits at most about this long for the segments of all applications. */
const MAX_RUN_MS = 20_000;
/** Pause after a target that cannot be evaluated, for example because its attribute was removed. */
const FAILED_PAUSE_MS = 300_000;
/** Sends and page readers finish on the version that they started with. */
const RETENTION_MS = 3_600_000;
/** Days for which sizes are kept. */
const SIZE_DAYS = 365;

/** Each segment has its own schedule; this is how soon a due one is noticed. */
const CHECK_MS = 5_000;

/** Calculates segments. Several processes may run it: each segment is claimed, and its epoch fences the claim. */
@Injectable()
export class SegmentCalculatorService {
  constructor(
    private readonly audience: AudienceService,
    private readonly collection: MemberCollectionService,
    private readonly segments: SegmentRepository,
    private readonly slices: SegmentSliceRepository,
    private readonly publisher: SegmentPublisherService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Calculates the segments that are due, the longest overdue first.
   *
   * @param appId  only segments of this application
   * @returns how many segments were claimed
   */
  @Recurring('segments.calculate', CHECK_MS)
  async calculateDue(appId?: number): Promise<number> {
    const until = this.clock.now().getTime() + MAX_RUN_MS;
    let count = 0;
    while (this.clock.now().getTime() < until) {
      const claimed = await this.segments.claimDue(LEASE_MS, appId);
      if (!claimed) {
        break;
      }
      count += 1;
      await this.calculate(claimed);
    }
    await this.slices.deleteSuperseded(RETENTION_MS);
    if (count > 0) {
      await this.segments.deleteOldSizes(SIZE_DAYS);
    }
    return count;
  }

  private async calculate(claimed: ClaimedSegment): Promise<void> {
    const { appId, segmentId } = claimed;
    const startedAt = this.clock.now();
    const position = await this.segments.currentSnapshot();
    const collector = new MemberCollector();
    try {
      const { tree, prediction } = parseSegmentTarget(claimed.target);
      const target = await this.audience.resolve(appId, tree);
      const collected = await this.collection.collect({ appId, target, prediction }, collector, () =>
        this.segments.renewClaim(claimed, LEASE_MS),
      );
      if (!collected) {
        return;
      }
      const tookMs = this.clock.now().getTime() - startedAt.getTime();
      await this.publisher.publish(claimed, collector, {
        ...collected,
        tookMs,
        calculatedAt: startedAt,
        // A score depends on all customers: the change of one user is not enough to update it.
        followed: prediction ? null : { tree, position, rule: fingerprint(target) },
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'invalid') {
        throw error;
      }
      reportFault(this.logger, 'segment target cannot be evaluated', error, { appId, segmentId });
      await this.segments.postpone(claimed, FAILED_PAUSE_MS, error.message);
    } finally {
      collector.dispose();
    }
  }
}
