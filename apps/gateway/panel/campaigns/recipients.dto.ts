import { IsIn, IsOptional } from 'class-validator';
import type { PushResult } from '#libs/reporting';
import { Describe, Int, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';
import { PersonDto, uidOf, type Uids } from './campaigns.dto.js';

const MAX_PAGE = 100;
const STATUSES = ['SUCCESS', 'FAILED', 'SKIPPED', 'OPEN'] as const;

/** The recipients to list. */
export class RecipientFileQuery {
  @IsOptional()
  @IsIn(STATUSES)
  @Describe({ description: 'Absent: those with a final answer of a provider' })
  status?: (typeof STATUSES)[number];

  @IsOptional() @Text({ max: 200 }) @Describe({ description: 'Only with this reason' }) reason?: string;
  @IsOptional() @Text({ max: 20 }) @Describe({ description: 'Only on this platform' }) platform?: string;
}

export type RecipientFilter = RecipientFileQuery;

export class RecipientsQuery extends RecipientFileQuery {
  @IsOptional() @Text({ max: 500 }) @Describe({ description: '`next` of the page before' }) after?: string;
  @IsOptional() @Int({ min: 1, max: MAX_PAGE }) @Describe({ description: 'Rows of a page' }) limit = 50;
}

export class RecipientDto extends PersonDto {
  @Text() @OrNull() @Describe({ description: 'Of a push' }) installationId!: string | null;
  @Text() @Describe({ example: 'IOS' }) platform!: string;
  @IsIn(STATUSES) @Describe({ description: 'What became of the message' }) status!: string;
  @Text() @OrNull() @Describe({ example: 'INVALID_TOKEN' }) reason!: string | null;
  @IsOptional()
  @Text()
  @Describe({ description: 'The account that it went by, where its channel has several', example: 'sms:second' })
  account?: string;

  @IsOptional()
  @Int()
  @Describe({ description: 'Index of the content, of a campaign with several' })
  content?: number;

  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) at!: string;
}

export class RecipientPageDto {
  @NestedList(() => RecipientDto) @Describe({ description: 'The newest first' }) items!: RecipientDto[];
  @Text() @OrNull() @Describe({ description: 'Cursor of the next page; null at the end' }) next!: string | null;
}

export function toRecipient(
  { extId, installationId, platform, status, account, content, ...result }: PushResult,
  uids: Uids,
): RecipientDto {
  const reason = result.errorMsg ?? result.errorCode;
  const uid = uidOf(uids, extId);
  const at = result.timeStamp.toISOString();
  return {
    extId,
    uid,
    installationId,
    platform,
    status,
    reason,
    ...(account !== undefined && { account }),
    ...(typeof content === 'number' && { content }),
    at,
  };
}
