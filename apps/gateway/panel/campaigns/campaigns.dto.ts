import { IsBoolean, IsIn, IsNumber, IsOptional, Matches } from 'class-validator';
import { ActorDto, type Actor } from '#libs/audit';
import type { Message } from '#libs/content';
import { toRequest } from '#libs/content/parse';
import type { CampaignOrder, ContentStatistics, Engagement } from '#libs/reporting';
import {
  PACE_LIMITS,
  OVERVIEW_STATES,
  type CampaignOverview,
  type PaceLimit,
  type CampaignPace,
  type ReasonSums,
} from '#libs/reporting/campaigns';
import { AnyJson, Describe, FreeObject, Int, Nested, NestedList, Text, Texts } from '#platform/validation';
import type { FieldsOf } from '../../rest/messaging/definitions.dto.js';
import { OrNull } from '../access/or-null.js';

const MAX_PAGE = 100;
const MAX_KEY = 2 ** 31 - 1;

const AUTHOR_FORM = /^(member|key|cli|system)-.{1,100}$/;

export class CampaignsQuery {
  @IsOptional()
  @IsIn(OVERVIEW_STATES)
  @Describe({ description: 'Only in this state' })
  state?: CampaignOverview['state'];
  @IsOptional() @Text({ max: 20 }) @Describe({ description: 'Only to this platform' }) platform?: string;
  @IsOptional()
  @Text({ max: 200 })
  @Describe({ description: 'Part of name, label or texts, from three characters, or a key' })
  q?: string;
  @IsOptional() @Text({ max: 20 }) @Describe({ description: 'Only of this folder', example: '7' }) folder?: string;

  @IsOptional()
  @IsIn(['yes'])
  @Describe({ description: '`yes`: archived ones alone; else the others alone' })
  archived?: 'yes';

  @IsOptional() @Text({ max: 200 }) @Describe({ description: 'Only with this label' }) label?: string;

  @IsOptional()
  @Matches(AUTHOR_FORM, { message: "Field 'author' should be a kind and an id, such as member-7" })
  @Describe({ description: 'Only of this author: kind and id, with a hyphen between', example: 'member-7' })
  author?: string;

  @IsOptional() @Int({ min: 1, max: MAX_KEY }) @Describe({ description: '`next` of the page before' }) after?: number;
  @IsOptional() @Int({ min: 1, max: MAX_PAGE }) @Describe({ description: 'Rows of a page' }) limit = 50;
}

export class CampaignRowDto {
  @Text() @Describe({ description: 'Notification key', example: '1000' }) key!: string;
  @Text() @OrNull() @Describe({ example: 'Spring sale' }) name!: string | null;
  @Text() @OrNull() @Describe({ description: 'Label of the reports' }) label!: string | null;
  @IsIn(OVERVIEW_STATES) @Describe({ description: 'What it does now' }) state!: string;
  @Texts({ max: 20 }) @Describe({ example: ['IOS'] }) platforms!: string[];
  @Text() @OrNull() @Describe({ description: 'When it begins or began' }) dueAt!: string | null;
  @Text()
  @OrNull()
  @Describe({
    description: 'By the clock of each person; null: at one moment for everybody',
    example: '2030-02-01T15:30',
  })
  localTime!: string | null;

  @Text() @OrNull() @Describe({ description: 'When it was launched' }) startedAt!: string | null;
  @Text() @OrNull() @Describe({ description: 'When it ended' }) finishedAt!: string | null;
  @Int() @Describe({ description: 'Recipients; the sum of the next five' }) planned!: number;
  @Int() @Describe({ description: 'Accepted by the provider' }) sent!: number;
  @Int() @Describe({ description: 'Failed for good' }) failed!: number;
  @Int() @Describe({ description: 'Left without a message, by a stop or a late start' }) skipped!: number;
  @Int() @Describe({ description: 'Under way when a worker vanished; decided next' }) inDoubt!: number;
  @Int() @Describe({ description: 'Not sent yet' }) waiting!: number;
  @Int() @Describe({ description: 'Users who matched and were not planned, as by a refusal' }) leftOut!: number;
  @Int() @Describe({ description: 'Recipients that clicked' }) clicks!: number;

  @IsOptional()
  @Nested(() => ActorDto)
  @Describe({ description: 'Who sent it; absent where the audit log does not tell' })
  author?: ActorDto;

  @IsOptional() @Text() @Describe({ description: 'Id of its folder; absent: none', example: '7' }) folder?: string;

  @IsOptional()
  @Text()
  @Describe({ description: 'Since when it is archived; absent: it is not', example: '2030-02-01T12:00:00.000Z' })
  archivedAt?: string;
}

export class CampaignPageDto {
  @NestedList(() => CampaignRowDto) @Describe({ description: 'The newest first' }) items!: CampaignRowDto[];
  @Text() @OrNull() @Describe({ description: 'Cursor of the next page; null at the end' }) next!: string | null;
}

export class CampaignChoicesDto {
  @Texts({ max: 1000 })
  @Describe({ description: 'Labels of the newest 1,000 campaigns', example: ['news'] })
  labels!: string[];
  @NestedList(() => ActorDto) @Describe({ description: 'Who sent them, by name' }) authors!: ActorDto[];
}

/** Recipients of a platform. The platform of one without a result is not known in a campaign to several. */
export class CampaignPlatformDto {
  @Text() @Describe({ description: '`ANY`: those without a result yet', example: 'IOS' }) platform!: string;
  @Int() @Describe({ description: 'The sum of the next five' }) planned!: number;
  @Int() @Describe({ description: 'Accepted by the provider' }) sent!: number;
  @Int() @Describe({ description: 'Failed for good' }) failed!: number;
  @Int() @Describe({ description: 'Left without a message' }) skipped!: number;
  @Int() @Describe({ description: 'Under way when a worker vanished' }) inDoubt!: number;
  @Int() @Describe({ description: 'Not sent yet' }) waiting!: number;
}

export class FunnelRowDto {
  @Text() @Describe({ example: 'IOS' }) platform!: string;
  @Int() @Describe({ description: 'Recipients with a result' }) planned!: number;
  @Int() @Describe({ description: 'Accepted by the provider' }) sent!: number;
  @Int() @OrNull() @Describe({ description: 'By their devices; null: none told' }) received!: number | null;
  @Int() @OrNull() @Describe({ description: 'Null: opens of the platform are not told' }) opened!: number | null;
  @Int() @Describe({ description: 'Recipients that clicked' }) clicked!: number;
  @Int() @Describe({ description: 'Recipients whose pixel a machine fetched' }) machineOpened!: number;
  @Int() @Describe({ description: 'Recipients whose links a machine followed' }) machineClicked!: number;
}

export class ContentReasonDto {
  @Text() @Describe({ example: 'OPTED_OUT' }) reason!: string;
  @Int() @Describe({ description: 'Users' }) n!: number;
}

/** One of several contents of a campaign. */
export class CampaignContentFiguresDto {
  @Int() @Describe({ description: 'Recipients of this content' }) planned!: number;
  @Int() @Describe({ description: 'Accepted by the provider' }) sent!: number;
  @Int() @Describe({ description: 'Failed for good' }) failed!: number;
  @Int() @Describe({ description: 'Recipients that clicked' }) clicked!: number;
  @Texts({ max: 20 }) @Describe({ example: ['IOS'] }) platforms!: string[];

  @NestedList(() => ContentReasonDto)
  @Describe({ description: 'Users who did not get this content, by reason; the most frequent first' })
  leftOut!: ContentReasonDto[];
}

/** Recipients with a final result. */
export class RateDto {
  @IsNumber() @Describe({ description: 'In the moment before the answer' }) now!: number;
  @IsNumber() @Describe({ description: 'Since the launch' }) mean!: number;
  @Text() @Describe({ example: '1/s' }) unit!: string;
}

/** A campaign with its message and its target. */
export class CampaignPanelDto extends CampaignRowDto {
  @NestedList(() => CampaignPlatformDto)
  @Describe({ description: 'Final results by platform' })
  byPlatform!: CampaignPlatformDto[];

  @NestedList(() => FunnelRowDto) @Describe({ description: 'From the send to the click' }) funnel!: FunnelRowDto[];
  @IsOptional()
  @NestedList(() => CampaignContentFiguresDto)
  @Describe({ description: 'In their order; absent: the campaign has one' })
  contents?: CampaignContentFiguresDto[];

  @IsOptional()
  @AnyJson()
  @Describe({ description: 'Messages of its contents, in their order; absent: it has one' })
  messages?: object[];

  @Int() @Describe({ description: 'Recipients that opened their e-mail' }) opens!: number;
  @Nested(() => RateDto) @Describe({ description: 'How fast it goes' }) rate!: RateDto;
  @Text() @OrNull() @Describe({ description: 'At the present rate; null: unknown' }) expectedEnd!: string | null;
  @IsIn(PACE_LIMITS) @OrNull() @Describe({ description: 'What keeps it from going faster' }) limitedBy!: string | null;
  @FreeObject() @Describe({ description: 'As `sendBulkNotification` takes it' }) message!: object;

  @FreeObject()
  @OrNull()
  @Describe({ description: 'The target as a tree; null without the permission `users.private`' })
  target!: object | null;

  @FreeObject() @Describe({ description: 'Categories, limits, local time' }) options!: object;
  @Text() @Describe({ description: 'Of the figures' }) asOf!: string;
}

export class PersonDto {
  @Text() @OrNull() @Describe({ description: 'Null for somebody without a name' }) extId!: string | null;
  @Text() @OrNull() @Describe({ description: "Herald's id of the user" }) uid!: string | null;
}

export class ReasonDto {
  @Text() @Describe({ description: '`ANY`: somebody who was not planned', example: 'IOS' }) platform!: string;
  @IsIn(['FAILED', 'SKIPPED']) @Describe({ description: 'What became of them' }) status!: string;
  @Text() @Describe({ example: 'INVALID_TOKEN' }) reason!: string;
  @Int() @Describe({ description: 'Recipients' }) n!: number;
  @NestedList(() => PersonDto) @Describe({ description: 'Some of them' }) examples!: PersonDto[];
}

export class ReasonListDto {
  @NestedList(() => ReasonDto) @Describe({ description: 'The most frequent first' }) items!: ReasonDto[];
  @IsBoolean() @Describe({ description: 'False: only the newest 50,000 failures were counted' }) whole!: boolean;
}

export class PaceDto {
  @IsOptional() @Int({ min: 1 }) @Describe({ description: 'Recipients of a package' }) size?: number;
  @IsOptional()
  @Int({ min: 60, max: 604_800 })
  @Describe({ description: 'Between packages, whole minutes; without both as fast as the accounts allow' })
  intervalSeconds?: number;
}

export function toCampaignRow({
  definition,
  leftOut,
  filing,
  ...campaign
}: CampaignOverview): FieldsOf<CampaignRowDto> {
  const { message, notificationKey } = definition;
  const { planned, sent, failed, skipped, inDoubt, waiting, clicks } = campaign;
  return {
    key: String(notificationKey),
    name: message.title ?? null,
    label: message.labels ?? null,
    state: campaign.state,
    platforms: [...message.platforms],
    dueAt: campaign.dueAt?.toISOString() ?? null,
    localTime: campaign.localTime,
    startedAt: campaign.startedAt?.toISOString() ?? null,
    finishedAt: campaign.finishedAt?.toISOString() ?? null,
    planned,
    sent,
    failed,
    skipped,
    inDoubt,
    waiting,
    clicks,
    leftOut: Object.values(leftOut).reduce((sum, n) => sum + n, 0),
    ...(typeof filing?.folderId === 'number' && { folder: String(filing.folderId) }),
    ...(filing?.archivedAt && { archivedAt: filing.archivedAt.toISOString() }),
  };
}

/** The figures of a campaign that change while it is sent. */
export function toCampaignFigures(campaign: CampaignOverview, pace: CampaignPace, limitedBy: PaceLimit | null) {
  return {
    ...toCampaignRow(campaign),
    byPlatform: toPlatforms(campaign),
    rate: { now: pace.now, mean: pace.mean, unit: '1/s' },
    expectedEnd: pace.expectedEnd?.toISOString() ?? null,
    limitedBy,
  };
}

export function toCampaignPanel(
  campaign: CampaignOverview,
  { target, options }: CampaignOrder,
  {
    pace,
    limitedBy,
    engagement: { arrivals, opens },
    author,
    isPrivateShown,
    messages,
    asOf,
  }: {
    pace: CampaignPace;
    limitedBy: PaceLimit | null;
    engagement: Engagement;
    author: Actor | null;
    isPrivateShown: boolean;
    /** Names of its contents; empty: it has one. */
    messages: readonly Message[];
    asOf: Date;
  },
): CampaignPanelDto {
  const receivedOf = (platform: string) => arrivals.find((entry) => entry.platform === platform)?.received ?? null;
  const openedOf = (platform: string) => opens.find((entry) => entry.platform === platform)?.opened ?? null;
  return {
    ...toCampaignFigures(campaign, pace, limitedBy),
    ...(author && { author }),
    funnel: campaign.stats.map(({ platform, sent, failed, clicked, machineOpened = 0, machineClicked = 0 }) => ({
      platform,
      planned: sent + failed,
      sent,
      received: receivedOf(platform),
      opened: openedOf(platform),
      clicked,
      machineOpened,
      machineClicked,
    })),
    ...(campaign.contents && { contents: campaign.contents.map(toContent) }),
    opens: opens.reduce((sum, { opened }) => sum + opened, 0),
    message: toRequest(campaign.definition.message, 'text'),
    ...(messages.length > 1 && { messages: messages.map((message) => toRequest(message, 'text')) }),
    target: isPrivateShown ? target : null,
    options,
    asOf: asOf.toISOString(),
  };
}

function toContent({ planned, stats, leftOut }: ContentStatistics): CampaignContentFiguresDto {
  const sum = (field: 'sent' | 'failed' | 'clicked'): number => stats.reduce((all, entry) => all + entry[field], 0);
  return {
    planned,
    sent: sum('sent'),
    failed: sum('failed'),
    clicked: sum('clicked'),
    platforms: stats.map(({ platform }) => platform),
    leftOut: Object.entries(leftOut)
      .map(([reason, n]) => ({ reason, n }))
      .toSorted((a, b) => b.n - a.n),
  };
}

/** One line a platform; whoever has no result yet belongs to the only one, or to a line of their own. */
function toPlatforms({ stats, skipped, inDoubt, waiting }: CampaignOverview): CampaignPlatformDto[] {
  const none = { skipped: 0, inDoubt: 0, waiting: 0 };
  const [only, ...others] = stats;
  const open = { skipped, inDoubt, waiting };
  const openCount = skipped + inDoubt + waiting;
  if (only && others.length === 0) {
    const { platform, sent, failed } = only;
    return [{ platform, planned: sent + failed + openCount, sent, failed, ...open }];
  }
  const lines = stats.map(({ platform, sent, failed }) => ({
    platform,
    planned: sent + failed,
    sent,
    failed,
    ...none,
  }));
  return openCount > 0 ? [...lines, { platform: 'ANY', planned: openCount, sent: 0, failed: 0, ...open }] : lines;
}

/** @param uids  by extId; undefined: people may not be shown */
export function toReasonList({ reasons, isWhole }: ReasonSums, uids: Uids | undefined): ReasonListDto {
  const items = reasons.map(({ examples, ...entry }) => ({
    ...entry,
    examples: uids ? examples.map((extId) => ({ extId, uid: uidOf(uids, extId) })) : [],
  }));
  return { items, whole: isWhole };
}

export type Uids = ReadonlyMap<string, number>;

export function uidOf(uids: Uids, extId: string | null): string | null {
  const uid = extId === null ? undefined : uids.get(extId);
  return uid === undefined ? null : String(uid);
}

/** @param text  as the query has it */
export function readAuthor(text: string): Pick<Actor, 'kind' | 'id'> {
  const at = text.indexOf('-');
  return { kind: text.slice(0, at) as Actor['kind'], id: text.slice(at + 1) };
}
