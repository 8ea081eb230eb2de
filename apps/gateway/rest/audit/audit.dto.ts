import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { ActorDto, type AuditDifference, type AuditEntry, type ChainCheck } from '#libs/audit';
import { Describe, Int, Millis, Nested, NestedList, Text } from '#platform/validation';

const MAX_NUMBER = Number.MAX_SAFE_INTEGER;

export class AuditQuery {
  @IsOptional() @Int({ min: 1, max: 1000 }) @Describe({ description: 'Entries of a page' }) max = 100;

  @IsOptional()
  @Int({ min: 1, max: MAX_NUMBER })
  @Describe({ description: 'Only entries below this number; part of `nextPage`' })
  before?: number;

  @IsOptional()
  @Text({ max: 60 })
  @Describe({ description: 'Only actions that begin with this', example: 'campaign.' })
  action?: string;
}

export class DifferenceDto implements AuditDifference {
  @IsIn(['add', 'change', 'remove'])
  @Describe({ description: 'What happened to it', example: 'change' })
  change!: AuditDifference['change'];

  @Text() @Describe({ description: 'What changed', example: 'settings: timeZone' }) subject!: string;
  @IsOptional() @Text({ empty: true }) @Describe({ description: 'Before', example: 'UTC' }) from?: string;
  @IsOptional() @Text({ empty: true }) @Describe({ description: 'After', example: 'Europe/Istanbul' }) to?: string;
}

export class AuditEntryDto {
  @Int() @Describe({ description: 'Counts from 1 in each application, without a gap', example: 17 }) number!: number;
  @Millis() @Describe({ description: 'Time of the change' }) at!: number;
  @Nested(() => ActorDto) @Describe({ description: 'Who changed it' }) by!: ActorDto;
  @Text() @Describe({ description: 'What was done', example: 'campaign.pause' }) action!: string;
  @Text() @Describe({ description: 'To what', example: 'campaign 1234' }) subject!: string;

  @NestedList(() => DifferenceDto, { max: 100_000 })
  @Describe({ description: 'What changed, without secrets' })
  differences!: DifferenceDto[];

  @IsOptional() @Text() @Describe({ description: '`X-Request-Id` of the request' }) requestId?: string;
  @IsOptional() @Text() @Describe({ description: 'Of the client', example: '10.0.0.7' }) address?: string;
  @IsOptional() @Text() @Describe({ description: 'Of the member' }) session?: string;
  @Text() @Describe({ description: 'SHA-256 of the hash before it and of this entry, in hex' }) hash!: string;
}

export class AuditLogDto {
  @IsOptional() @Text() @Describe({ description: 'Absent on the last page' }) nextPage?: string;
  @NestedList(() => AuditEntryDto, { max: 1000 }) @Describe({ description: 'Newest first' }) entries!: AuditEntryDto[];
}

export class AuditCheckDto {
  @IsBoolean() @Describe({ description: 'No entry was changed, and none is missing' }) isWhole!: boolean;

  @Int()
  @Describe({ description: 'Number of the oldest entry; above 1 when older ones have passed their retention' })
  first!: number;

  @Int() @Describe({ description: 'Number of the newest entry; 0: there is none' }) last!: number;
  @Text({ empty: true }) @Describe({ description: 'Hash of the newest entry, in hex' }) head!: string;
  @IsOptional() @Int() @Describe({ description: 'Number of the first entry at fault' }) faultAt?: number;

  @IsOptional()
  @Text()
  @Describe({ description: 'What is wrong with it', example: 'it was changed' })
  fault?: string;
}

export function toAuditEntryDto(entry: AuditEntry): AuditEntryDto {
  const { entryId, at, by, action, subject, differences, requestId, address, session, hash } = entry;
  return {
    number: entryId,
    at: at.getTime(),
    by,
    action,
    subject,
    differences: [...differences],
    ...(requestId !== undefined && { requestId }),
    ...(address !== undefined && { address }),
    ...(session !== undefined && { session }),
    hash: hash.toString('hex'),
  };
}

export function toAuditCheckDto({ first, last, head, fault }: ChainCheck): AuditCheckDto {
  return { isWhole: !fault, first, last, head, ...(fault && { faultAt: fault.entryId, fault: fault.reason }) };
}
