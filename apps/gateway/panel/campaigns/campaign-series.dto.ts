import type { CampaignSeries } from '#libs/reporting/campaigns';
import { Describe, Int, Ints, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

/** How fast a campaign was, over its whole run. */
export class CampaignSeriesDto {
  @Text()
  @OrNull()
  @Describe({ description: 'Of the first slot; null: nobody has a result, or it is not known any more' })
  start!: string | null;

  @Int({ min: 1 }) @Describe({ description: 'Seconds of a slot', example: 10 }) width!: number;
  @Ints({ maxItems: 241 }) @Describe({ description: 'Recipients that got their result, by slot' }) settled!: number[];
}

export function toCampaignSeries({ start, ...series }: CampaignSeries): CampaignSeriesDto {
  return { ...series, start: start?.toISOString() ?? null };
}
