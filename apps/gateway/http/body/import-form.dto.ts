import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { MAX_CONSENT_WORDS } from '#libs/users/imports';
import { Describe, Normalize, Text } from '#platform/validation';
import { FILE_FORMATS, type FileFormat } from '#platform/records';

/** Bytes of a mapping. */
export const MAX_MAPPING_BYTES = 64 * 1024;

/** A form has texts only. */
const TRUTHS: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** The texts of a form with users, beside the file. */
export class ImportFormDto {
  @IsOptional()
  @IsIn(FILE_FORMATS)
  @Describe({ description: 'Not needed where the name of the file ends with it', example: 'csv' })
  format?: FileFormat;

  @IsOptional()
  @Text({ max: MAX_MAPPING_BYTES, empty: true })
  @Describe({
    description: 'What the columns mean, as JSON. Without it, they are named as fields and attributes',
    example: '{"fields":{"extId":"customer_id","email":"mail"}}',
  })
  mapping?: string;

  @IsOptional()
  @Normalize((value) => TRUTHS.get(value) ?? value)
  @IsBoolean()
  @Describe({ description: 'Tells what would change, and changes no user', example: true })
  dryRun?: boolean;

  @IsOptional()
  @Text({ max: MAX_CONSENT_WORDS })
  @Describe({
    description: 'From where the consent of the rows comes, in words. The history of consent has it for each user',
    example: 'Signed at the counter in May',
  })
  consent?: string;
}
