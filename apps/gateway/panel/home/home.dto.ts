import { IsIn } from 'class-validator';
import type { AccountStatus } from '#libs/delivery/accounts';
import type { HomeOverview, LimitedCampaign } from '#libs/reporting/campaigns';
import type { DraftState } from '#libs/notifications/drafts';
import { Describe, Int, NestedList, Text } from '#platform/validation';
import type { FieldsOf } from '../../rest/messaging/definitions.dto.js';
import { OrNull } from '../access/or-null.js';
import { CampaignRowDto, toCampaignRow } from '../campaigns/campaigns.dto.js';

export class HomeAccountDto {
  @Text()
  @Describe({ description: 'Its name: the channel, or `channel:name` for a further account of it', example: 'fcm' })
  account!: string;
  @Text() @Describe({ example: 'fcm' }) channel!: string;
  @IsIn(['READY', 'RESTING', 'PAUSED']) @Describe({ description: 'Whether it sends' }) state!: string;
  @Text() @OrNull() @Describe({ description: 'When it is tried again' }) until!: string | null;
  @Text() @OrNull() @Describe({ description: 'Why it does not send' }) reason!: string | null;
}

export class DayFiguresDto {
  @Text() @Describe({ description: 'In UTC', example: '2030-02-01' }) day!: string;
  @Text() @Describe({ example: 'IOS' }) platform!: string;
  @Int() @Describe({ description: 'Accepted by providers' }) sent!: number;
  @Int() @Describe({ description: 'Failed for good' }) failed!: number;
}

/** Open tasks of members. */
export class PanelHomeDto {
  @NestedList(() => CampaignRowDto) @Describe({ description: 'Being sent, or paused' }) sending!: CampaignRowDto[];
  @NestedList(() => CampaignRowDto) @Describe({ description: 'In the next 48 hours' }) next!: CampaignRowDto[];
  @NestedList(() => HomeAccountDto) @Describe({ description: 'Provider accounts' }) accounts!: HomeAccountDto[];
  @NestedList(() => DayFiguresDto) @Describe({ description: 'By the day of the request' }) week!: DayFiguresDto[];
  @Int() @Describe({ description: 'Names of events and attributes that nobody defined' }) unmatchedEvents!: number;
}

export class HomeDraftDto {
  @Text() @Describe({ example: '12' }) id!: string;
  @Text({ empty: true }) @Describe({ example: 'Spring sale' }) name!: string;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) changedAt!: string;
}

export class HomeTokenLimitDto {
  @Text() @Describe({ description: 'Of the campaign', example: '1234' }) key!: string;
  @Text() @OrNull() @Describe({ example: 'Spring sale' }) name!: string | null;
  @Int() @Describe({ description: 'Tokens that are dead for their provider, and stay in use' }) tokens!: number;
}

export class OwnHomeDto extends PanelHomeDto {
  @Int() @Describe({ description: 'Campaigns that wait for an approval by this member' }) approvals!: number;
  @NestedList(() => HomeDraftDto, { max: 3 })
  @Describe({ description: 'Open drafts that this member began or saved last, the newest first' })
  drafts!: HomeDraftDto[];
  @Int() @Describe({ description: 'How far the audience index is behind; 0: it is not' }) indexLagSeconds!: number;
  @Int()
  @Describe({ description: 'Calls of webhooks that were given up within a week, at most 1,000' })
  webhooksGivenUp!: number;
  @NestedList(() => HomeTokenLimitDto, { max: 3 })
  @Describe({
    description: 'Campaigns of the last seven days with more dead tokens than one send may retire, the newest first',
  })
  tokenLimits!: HomeTokenLimitDto[];
}

export function toHomeDraft({ draftId, name, changedAt }: DraftState): HomeDraftDto {
  return { id: String(draftId), name, changedAt: changedAt.toISOString() };
}

export function toHomeTokenLimit({ notificationKey, name, tokens }: LimitedCampaign): HomeTokenLimitDto {
  return { key: String(notificationKey), name, tokens };
}

/** @param unmatchedEvents  how many names there are */
export function toHome(
  { sending, next, week }: HomeOverview,
  accounts: readonly AccountStatus[],
  unmatchedEvents: number,
): FieldsOf<PanelHomeDto> {
  return {
    sending: sending.map(toCampaignRow),
    next: next.map(toCampaignRow),
    accounts: accounts.map(toHomeAccount),
    week,
    unmatchedEvents,
  };
}

function toHomeAccount({ channel, key, paused, breaker }: AccountStatus): HomeAccountDto {
  const stop = paused ?? breaker;
  return {
    account: key,
    channel,
    state: paused ? 'PAUSED' : breaker ? 'RESTING' : 'READY',
    until: breaker?.until.toISOString() ?? null,
    reason: stop?.why ?? null,
  };
}
