import { Injectable } from '@nestjs/common';
import { CampaignSeriesRepository } from './campaign-series.repository.js';

/** Seconds of a slot. Seven days in the widest are 168 slots; a longer run has wider ones still. */
const WIDTHS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 21_600, 86_400, 604_800] as const;
/** The most points of a chart. */
const MOST_SLOTS = 240;

/**
 * How a run went: recipients with a final result in slots of equal length that follow each other.
 *
 * @property start    of the first slot; null: no one is settled, or it is not known any more
 * @property width    of a slot, in seconds
 * @property settled  by slot; a slot in which nothing moved has 0
 */
export interface CampaignSeries {
  start: Date | null;
  width: number;
  settled: number[];
}

/** How fast a campaign was over its whole run. */
@Injectable()
export class CampaignSeriesService {
  constructor(private readonly repository: CampaignSeriesRepository) {}

  /** Reads the series for as long as the chunks of its sends are kept; those of the release before have no times. */
  async read(appId: number, key: number): Promise<CampaignSeries> {
    const slots = await this.repository.findSeries(appId, key, WIDTHS, MOST_SLOTS);
    const [first] = slots;
    const last = slots.at(-1);
    if (!first || !last) {
      return { start: null, width: WIDTHS[0], settled: [] };
    }
    const settled = Array.from({ length: last.slot + 1 }, () => 0);
    for (const { slot, settled: n } of slots) {
      settled[slot] = n;
    }
    return { start: new Date(first.start * 1000), width: first.width, settled };
  }
}
