import { IsOptional } from 'class-validator';
import type { SpeedChange } from '#libs/delivery/control';
import { malformed, missing } from '#platform/errors';
import { Describe, Int } from '#platform/validation';
import { MAX_KEY } from './notifications.dto.js';

const MAX_PACKAGE = 2 ** 31 - 1;
/** A week. */
const MAX_MINUTES = 10_080;

export class CampaignDto {
  @Int({ min: 0, max: MAX_KEY }) @Describe({ description: 'Key of the campaign' }) messageId!: number;
}

export class SpeedChangeDto {
  @Int({ min: 0, max: MAX_KEY }) @Describe({ description: 'Key of the campaign' }) messageId!: number;

  @IsOptional()
  @Int({ min: 1, max: MAX_PACKAGE })
  @Describe({ description: 'Recipients of an interval; with `intervalMins`' })
  packageSize?: number;

  @IsOptional()
  @Int({ min: 1, max: MAX_MINUTES })
  @Describe({ description: 'Without both: as fast as the providers take it' })
  intervalMins?: number;
}

/**
 * The keys that a request names, without repetitions.
 *
 * @throws AppError missing_field for an empty list
 */
export function toKeys(entries: readonly CampaignDto[]): number[] {
  requireEntries(entries);
  return [...new Set(entries.map(({ messageId }) => messageId))];
}

/**
 * @throws AppError missing_field for an empty list; malformed for one of the two fields without the other, and for a
 *   key that is listed twice
 */
export function toSpeedChanges(entries: readonly SpeedChangeDto[]): SpeedChange[] {
  requireEntries(entries);
  const keys = new Set<number>();
  return entries.map(({ messageId, packageSize, intervalMins }) => {
    if ((packageSize === undefined) !== (intervalMins === undefined)) {
      throw malformed("Fields 'packageSize' and 'intervalMins' go together");
    }
    if (keys.has(messageId)) {
      throw malformed(`Field 'messageId' names ${messageId} twice`);
    }
    keys.add(messageId);
    const speed = packageSize !== undefined && intervalMins !== undefined ? { packageSize, intervalMins } : null;
    return { notificationKey: messageId, speed };
  });
}

function requireEntries(entries: readonly CampaignDto[]): void {
  if (entries.length === 0) {
    throw missing('messageId');
  }
}
