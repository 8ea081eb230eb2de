import { ActorDto, type AuditEntry } from '#libs/audit';
import { Describe, Nested, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

/** An entry of the audit log about a campaign, without where its author was. */
export class CampaignEventDto {
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) at!: string;
  @Nested(() => ActorDto) @Describe({ description: 'Who did it' }) by!: ActorDto;
  @Text() @Describe({ description: 'What was done', example: 'campaign.pause' }) action!: string;
  @Text() @OrNull() @Describe({ description: 'What it was changed to' }) to!: string | null;
}

export class CampaignHistoryDto {
  @NestedList(() => CampaignEventDto) @Describe({ description: 'The newest first' }) items!: CampaignEventDto[];
}

export function toCampaignEvent({ at, by, action, differences }: AuditEntry): CampaignEventDto {
  const to = differences.flatMap((difference) => difference.to ?? []).join(', ');
  return { at: at.toISOString(), by, action, to: to === '' ? null : to };
}
