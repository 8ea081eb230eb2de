import { IsIn } from 'class-validator';
import type { CampaignComparison, ComparedFigures } from '#libs/reporting';
import { OVERVIEW_STATES } from '#libs/reporting/campaigns';
import { Describe, Int, Nested, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_KEY = 2 ** 31 - 1;

export class ComparisonQuery {
  @Int({ min: 1, max: MAX_KEY }) @Describe({ description: 'Of a campaign', example: 1000 }) first!: number;
  @Int({ min: 1, max: MAX_KEY }) @Describe({ description: 'Of another one', example: 1001 }) second!: number;
}

export class ComparedFiguresDto {
  @Text() @OrNull() @Describe({ description: 'Null: all of them', example: 'EMAIL' }) platform!: string | null;
  @Int() @Describe({ description: 'Recipients; of a platform, those with a result' }) planned!: number;
  @Int() @Describe({ description: 'Accepted by the provider' }) sent!: number;
  @Int() @Describe({ description: 'Failed for good' }) failed!: number;
  @Int() @Describe({ description: 'E-mails that somebody opened, of `openable`' }) opened!: number;
  @Int() @Describe({ description: 'Sent e-mails' }) openable!: number;
  @Int() @Describe({ description: 'Recipients that clicked, of `sent`' }) clicked!: number;
}

export class ComparedCampaignFiguresDto {
  @Text() @Describe({ description: 'Notification key', example: '1000' }) key!: string;
  @Text() @OrNull() @Describe({ example: 'Spring sale' }) name!: string | null;
  @IsIn(OVERVIEW_STATES) @Describe({ description: 'What it does now' }) state!: string;
  @Text() @OrNull() @Describe({ description: 'When it was launched' }) startedAt!: string | null;
  @Nested(() => ComparedFiguresDto) @Describe({ description: 'Of the whole campaign' }) total!: ComparedFiguresDto;
  @NestedList(() => ComparedFiguresDto) @Describe({ description: 'By platform' }) platforms!: ComparedFiguresDto[];

  @Int()
  @OrNull()
  @Describe({ description: 'People who left by one of its messages, of sent e-mails; null: its sends are gone' })
  unsubscribed!: number | null;
}

export class ComparisonDto {
  @Nested(() => ComparedCampaignFiguresDto) @Describe({ description: 'As asked' }) first!: ComparedCampaignFiguresDto;
  @Nested(() => ComparedCampaignFiguresDto) @Describe({ description: 'As asked' }) second!: ComparedCampaignFiguresDto;
}

export function toCompared({
  key,
  startedAt,
  total,
  platforms,
  ...rest
}: CampaignComparison): ComparedCampaignFiguresDto {
  return {
    ...rest,
    key: String(key),
    startedAt: startedAt?.toISOString() ?? null,
    total: toFigures(total),
    platforms: platforms.map(toFigures),
  };
}

function toFigures(figures: ComparedFigures): ComparedFiguresDto {
  return { ...figures };
}
