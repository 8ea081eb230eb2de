import { IsOptional } from 'class-validator';
import { toRequest } from '#libs/content/parse';
import type { Definition } from '#libs/notifications';
import type { CampaignOrder, PushStatistics } from '#libs/reporting';
import { Describe, FreeObject, Int, Millis, NestedList, Text, Texts } from '#platform/validation';
import type { FieldsOf } from '../messaging/definitions.dto.js';
import { StatisticsDto, toStatisticsDto } from '../messaging/notifications.dto.js';

/** Statistics of a campaign, and what it says. */
export class CampaignEntryDto extends StatisticsDto {
  @IsOptional() @Text() @Describe({ example: 'Spring sale' }) title?: string;
  @Texts({ max: 12 }) @Describe({ example: ['IOS', 'ANDROID'] }) platforms!: string[];
  @IsOptional() @Text() @Describe({ description: 'Label of the reports', example: 'sale' }) labels?: string;
  @Millis() @Describe({ description: 'When it was asked for, in epoch ms' }) createdAt!: number;
}

export class CampaignListDto {
  @IsOptional() @Text() @Describe({ description: 'Absolute URL; absent on the last page' }) nextPage?: string;
  @NestedList(() => CampaignEntryDto, { max: 100 })
  @Describe({ description: 'The newest first' })
  list!: CampaignEntryDto[];
}

export class CampaignDetailDto extends CampaignEntryDto {
  @Int() @Describe({ description: 'Recipients that were frozen at its launch', example: 59_020 }) planned!: number;

  @FreeObject()
  @Describe({
    description: '`message` as `sendBulkNotification` takes it',
    example: { title: 'Spring sale', text: 'Everything 20 % off today', platforms: ['IOS', 'ANDROID'] },
  })
  message!: Record<string, unknown>;

  @IsOptional()
  @FreeObject()
  @Describe({
    description: 'The target as a tree, with the names of the request; only with the scope `private`',
    example: { type: 'tag', mode: 'any', names: ['Sport'] },
  })
  target?: object;

  @FreeObject()
  @Describe({
    description: 'Categories, limits, local time, what it replaces',
    example: { localTime: '2030-02-01T15:30:00' },
  })
  options!: object;
}

export function toCampaignEntry(
  statistics: PushStatistics,
  { message, createdAt }: Definition,
): FieldsOf<CampaignEntryDto> {
  const { title, platforms, labels } = message;
  const figures: FieldsOf<StatisticsDto> = toStatisticsDto(statistics);
  return {
    ...figures,
    ...(title !== undefined && { title }),
    platforms,
    ...(labels !== undefined && { labels }),
    createdAt: createdAt.getTime(),
  };
}

export function toCampaignDetail(
  statistics: PushStatistics,
  campaign: Definition,
  { target, options, planned }: CampaignOrder,
  isPrivateShown: boolean,
): CampaignDetailDto {
  return {
    ...toCampaignEntry(statistics, campaign),
    planned,
    message: toRequest(campaign.message, 'text'),
    ...(isPrivateShown && { target }),
    options,
  };
}
