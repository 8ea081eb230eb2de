import { Injectable } from '@nestjs/common';
import { ClockService } from '#platform/runtime';
import { NeighbourService, type Neighbourhood } from '#libs/notifications/forecasts';
import { ReviewReaderService } from './review-reader.service.js';

/** Finds the sends that leave at the same time as a campaign that waits for approval. */
@Injectable()
export class ReviewNeighbourService {
  constructor(
    private readonly reader: ReviewReaderService,
    private readonly neighbours: NeighbourService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Campaigns within a day of it, and how many of its users are in the audience of each. One without a time of its own, or
   * whose time has passed, leaves now.
   *
   * @throws AppError as `ReviewReaderService.get`; the reason of `asked`
   */
  async find(appId: number, approvalId: number, asked: AbortSignal): Promise<Neighbourhood> {
    const { request } = await this.reader.getStored(appId, approvalId);
    const now = this.clock.now();
    const { startTime } = request.options;
    const start = startTime === undefined ? now : new Date(startTime);
    const compared = { key: approvalId, target: request.target };
    return this.neighbours.find(appId, start > now ? start : now, { asked, compared });
  }
}
