import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { ActorDto, type AuditDifference, type AuditEntry, type ChainCheck } from '#libs/audit';
import { Describe, Int, Nested, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_NUMBER = Number.MAX_SAFE_INTEGER;

export class AuditPanelQuery {
  @IsOptional()
  @Text({ max: 60 })
  @Describe({ description: 'Actions that begin so', example: 'campaign.' })
  action?: string;
  @IsOptional()
  @Text({ max: 100 })
  @Describe({ description: 'Kind or id of the actor, or how the name begins', example: 'member' })
  actor?: string;
  @IsOptional()
  @Text({ max: 200 })
  @Describe({ description: 'Subjects that begin so', example: 'campaign 12' })
  subject?: string;
  @IsOptional()
  @Int({ min: 1, max: MAX_NUMBER })
  @Describe({ description: '`next` of the page before' })
  after?: number;
  @IsOptional() @Int({ min: 1, max: 100 }) @Describe({ description: 'Rows of a page' }) limit = 50;
}

export class AuditChangeDto {
  @IsIn(['add', 'change', 'remove']) @Describe({ description: 'What happened' }) change!: AuditDifference['change'];
  @Text() @Describe({ description: 'What changed', example: 'settings: timeZone' }) subject!: string;
  @Text({ empty: true }) @OrNull() @Describe({ description: 'Before' }) from!: string | null;
  @Text({ empty: true }) @OrNull() @Describe({ description: 'After' }) to!: string | null;
}

export class AuditRowDto {
  @Int() @Describe({ description: 'Counts from 1, without a gap' }) number!: number;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) at!: string;
  @Nested(() => ActorDto) @Describe({ description: 'Who changed it' }) by!: ActorDto;
  @Text() @Describe({ example: 'campaign.pause' }) action!: string;
  @Text() @Describe({ example: 'campaign 1234' }) subject!: string;
  @NestedList(() => AuditChangeDto)
  @Describe({ description: 'What changed, without secrets' })
  differences!: AuditChangeDto[];
  @Text() @OrNull() @Describe({ description: '`X-Request-Id` of the request' }) requestId!: string | null;
  @Text() @OrNull() @Describe({ description: 'Address of the client' }) address!: string | null;
  @Text() @OrNull() @Describe({ description: 'Session of the member' }) session!: string | null;
}

export class AuditPageDto {
  @NestedList(() => AuditRowDto) @Describe({ description: 'The newest first' }) items!: AuditRowDto[];
  @Text() @OrNull() @Describe({ description: 'Cursor of the next page; null at the end' }) next!: string | null;
}

export class ChainCheckDto {
  @IsBoolean() @Describe({ description: 'No entry was changed, and none is missing' }) whole!: boolean;
  @Int() @Describe({ description: 'Number of the oldest entry' }) first!: number;
  @Int() @Describe({ description: 'Number of the newest entry; 0: there is none' }) last!: number;
  @Text({ empty: true }) @Describe({ description: 'Hash of the newest entry, in hex' }) head!: string;
  @Int() @OrNull() @Describe({ description: 'Number of the first entry at fault' }) faultAt!: number | null;
  @Text() @OrNull() @Describe({ description: 'What is wrong with it' }) fault!: string | null;
}

export function toAuditRow({ entryId, at, by, action, subject, differences, ...rest }: AuditEntry): AuditRowDto {
  return {
    number: entryId,
    at: at.toISOString(),
    by,
    action,
    subject,
    differences: differences.map(({ from = null, to = null, ...difference }) => ({ ...difference, from, to })),
    requestId: rest.requestId ?? null,
    address: rest.address ?? null,
    session: rest.session ?? null,
  };
}

export function toChainCheck({ first, last, head, fault }: ChainCheck): ChainCheckDto {
  return { whole: !fault, first, last, head, faultAt: fault?.entryId ?? null, fault: fault?.reason ?? null };
}
