import type { HomeAudience, HomeFigures, PushResult, RatedCampaign } from '#libs/reporting';
import { Describe, Int, Nested, NestedList, Text } from '#platform/validation';
import type { FieldsOf } from '../../rest/messaging/definitions.dto.js';
import { OrNull } from '../access/or-null.js';
import { uidOf, type Uids } from '../campaigns/campaigns.dto.js';
import { ReportTotalDto } from '../reports/reports.dto.js';

export class RatedCampaignDto {
  @Text() @Describe({ example: '1234' }) key!: string;
  @Text() @OrNull() @Describe({ example: 'Spring sale' }) title!: string | null;
  @Int() @Describe({ description: 'Accepted by providers' }) sent!: number;
  @Int() @Describe({ description: 'Persons who clicked, of `sent`' }) clicked!: number;
}

export class HomeFiguresDto {
  @Int()
  @Describe({ description: 'Days that the figures are of, by UTC, today among them', example: 30 })
  days!: number;
  @Nested(() => ReportTotalDto)
  @Describe({ description: 'Of the campaigns launched in these days' })
  sums!: ReportTotalDto;
  @Int()
  @Describe({ description: 'People who refused a channel or topic by a link, an answer or a mail' })
  unsubscribed!: number;
  @Nested(() => RatedCampaignDto)
  @OrNull()
  @Describe({ description: 'Highest share of clicks; null below two campaigns with `least` sent' })
  best!: RatedCampaignDto | null;
  @Nested(() => RatedCampaignDto)
  @OrNull()
  @Describe({ description: 'Lowest share of clicks' })
  worst!: RatedCampaignDto | null;
  @Int()
  @Describe({ description: 'Messages that a campaign must have sent to be compared', example: 100 })
  least!: number;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) asOf!: string;
}

export class DayUsersDto {
  @Text() @Describe({ description: 'In UTC', example: '2030-02-01' }) day!: string;
  @Int() users!: number;
}

export class HomeAudienceDto {
  @Int() @Describe({ description: 'Users now' }) now!: number;
  @NestedList(() => DayUsersDto, { max: 31 })
  @Describe({ description: 'At the end of each day that was noted, ascending' })
  days!: DayUsersDto[];
}

export class HomeFailureDto {
  @Text() @OrNull() @Describe({ example: 'ada' }) extId!: string | null;
  @Text() @OrNull() @Describe({ description: "Herald's id of the user" }) uid!: string | null;
  @Text() @Describe({ example: 'EMAIL' }) platform!: string;
  @Text() @OrNull() @Describe({ example: 'HARD_BOUNCE' }) reason!: string | null;
  @Text() @OrNull() @Describe({ description: 'Key of the campaign; null: another message' }) key!: string | null;
  @Text({ empty: true }) @OrNull() @Describe({ example: 'Spring sale' }) title!: string | null;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) at!: string;
}

export class HomeFailuresDto {
  @NestedList(() => HomeFailureDto, { max: 10 })
  @Describe({ description: 'The newest first, of two weeks' })
  items!: HomeFailureDto[];
}

export function toHomeFigures({ asOf, best, worst, ...figures }: HomeFigures): FieldsOf<HomeFiguresDto> {
  const rated = (campaign: RatedCampaign | null): RatedCampaignDto | null => campaign && { ...campaign };
  return { ...figures, best: rated(best), worst: rated(worst), asOf: asOf.toISOString() };
}

export function toHomeAudience({ now, days }: HomeAudience): FieldsOf<HomeAudienceDto> {
  return { now, days: days.map(({ day, users }) => ({ day, users })) };
}

export function toHomeFailure(
  { extId, platform, errorMsg, errorCode, campaignKey, msgTitle, timeStamp }: PushResult,
  uids: Uids,
): HomeFailureDto {
  return {
    extId,
    uid: uidOf(uids, extId),
    platform,
    reason: errorMsg ?? errorCode,
    key: campaignKey === null || campaignKey === undefined ? null : String(campaignKey),
    title: msgTitle,
    at: timeStamp.toISOString(),
  };
}
