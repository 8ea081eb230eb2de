import { IsIn, IsOptional } from 'class-validator';
import { EXPORT_FORMATS } from '#libs/reporting';
import { Describe, ExtId, Int, Millis } from '#platform/validation';
import { MAX_KEY } from '../messaging/notifications.dto.js';
import { RESULT_STATUSES } from '../messaging/results.dto.js';

export class ResultExportQuery {
  @IsOptional()
  @IsIn(EXPORT_FORMATS)
  @Describe({ description: '`csv` (the default) with a line of names, or `ndjson`, one object a line', example: 'csv' })
  format: (typeof EXPORT_FORMATS)[number] = 'csv';

  @IsOptional()
  @Int({ min: 1, max: MAX_KEY })
  @Describe({ description: 'One campaign or definition; without it all of the application', example: 1000 })
  notificationKey?: number;

  @IsOptional()
  @IsIn(RESULT_STATUSES)
  @Describe({ description: 'Only these; without it SUCCESS and FAILED, then SKIPPED', example: 'FAILED' })
  status?: (typeof RESULT_STATUSES)[number];

  @IsOptional() @ExtId({ empty: true }) @Describe({ description: 'Only those of this user' }) extId?: string;

  @IsOptional()
  @Millis()
  @Describe({ description: 'Not before, in epoch ms. Without it all that the application keeps' })
  start?: number;

  @IsOptional() @Millis() @Describe({ description: 'Not after, in epoch ms' }) end?: number;
}
