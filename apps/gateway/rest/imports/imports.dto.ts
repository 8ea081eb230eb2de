import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { IMPORT_STATES, type ImportState } from '#libs/users/imports';
import { Describe, Int, Millis, NestedList, Text } from '#platform/validation';
import { FILE_FORMATS, type FileFormat } from '#platform/records';

export class ImportIdDto {
  @Int({ min: 1 }) @Describe({ description: 'From `importUsers`', example: 17 }) importId!: number;
}

export class ImportsQuery {
  @IsOptional() @Int({ min: 1, max: 100 }) @Describe({ description: 'Imports of a page' }) max = 20;

  @IsOptional()
  @Int({ min: 1 })
  @Describe({ description: 'Only earlier ones; from `nextPage`' })
  before?: number;
}

export class ImportRefusalsQuery extends ImportIdDto {
  @IsOptional() @Int({ min: 1, max: 1000 }) @Describe({ description: 'Lines of a page' }) max = 100;

  @IsOptional()
  @Int({ min: 0 })
  @Describe({ description: 'Only later lines; from `nextPage`' })
  after = 0;
}

/** How far an import is, and what became of its lines. */
export class ImportDto {
  @Int() @Describe({ example: 17 }) importId!: number;

  @IsIn(IMPORT_STATES)
  @Describe({
    description:
      '`FAILED`: the file cannot be read on, see `fault`; what stands before is written. `STOPPED`: by `stopImport`',
    example: 'RUNNING',
  })
  state!: ImportState;

  @IsOptional()
  @Text()
  @Describe({ description: 'Why it failed', example: "The file has no column 'id'" })
  fault?: string;

  @IsBoolean() @Describe({ description: 'Nothing was changed; the counts are what would be' }) dryRun!: boolean;
  @IsIn(FILE_FORMATS) format!: FileFormat;
  @Int() @Describe({ description: 'Bytes of the file', example: 204800000 }) size!: number;
  @Int() @Describe({ description: 'Bytes that are done', example: 20480000 }) position!: number;
  @Int()
  @Describe({
    description:
      'Lines that were read: the sum of `skipped`, `refused`, `erased`, `merged`, `created`, `changed` and `unchanged`',
    example: 100000,
  })
  lines!: number;
  @Int() @Describe({ description: 'Lines that the mapping leaves out', example: 120 }) skipped!: number;
  @Int() @Describe({ description: 'Lines with a fault, see `getImportRefusals`', example: 7 }) refused!: number;

  @Int()
  @Describe({ description: 'Lines of people who were erased after the file had arrived; left out', example: 0 })
  erased!: number;

  @Int()
  @Describe({ description: 'Lines of a user that an earlier one of the same 1,000 lines names', example: 0 })
  merged!: number;

  @Int() @Describe({ description: 'Users that did not exist', example: 90000 }) created!: number;

  @Int()
  @Describe({
    description: 'Users that existed and differ from their lines. A user counts once for every 1,000 lines',
    example: 9000,
  })
  changed!: number;

  @Int() @Describe({ description: 'Users that are already as their lines say', example: 873 }) unchanged!: number;

  @IsOptional()
  @Int()
  @Describe({
    description: 'Of a dry run: users whose lines lie far apart, for whom `changed` and `unchanged` are estimates',
    example: 0,
  })
  repeated?: number;

  @Int() @Describe({ description: 'Of the whole run, without interruptions', example: 5210 }) linesPerSecond!: number;

  @IsOptional()
  @Int()
  @Describe({ description: 'Absent before the first lines are done, and after the end', example: 173 })
  secondsLeft?: number;

  @Millis() createdAt!: number;
  @IsOptional() @Millis() finishedAt?: number;
}

export class ImportsDto {
  @IsOptional()
  @Text({ empty: true })
  @Describe({ description: 'Absolute URL of the next page; absent on the last one' })
  nextPage?: string;

  @NestedList(() => ImportDto) @Describe({ description: 'Newest first' }) list!: ImportDto[];
}

export class ImportLineFaultDto {
  @Text({ empty: true })
  @Describe({ description: 'Field at fault; empty for the line as a whole', example: 'profile.age' })
  field!: string;

  @Text()
  @Describe({ description: 'Without the value', example: "Field 'profile.age' should be of type INT" })
  reason!: string;
}

export class ImportRefusalDto extends ImportLineFaultDto {
  @Int() @Describe({ description: 'Number of the line in the file, from 1', example: 41 }) line!: number;

  @IsOptional()
  @NestedList(() => ImportLineFaultDto)
  @Describe({ description: 'Further faults of the line, 19 at most; absent where it has none' })
  furtherFaults?: ImportLineFaultDto[];
}

export class ImportRefusalsDto {
  @IsOptional()
  @Text({ empty: true })
  @Describe({ description: 'Absolute URL of the next page; absent on the last one' })
  nextPage?: string;

  @NestedList(() => ImportRefusalDto) @Describe({ description: 'In the order of the file' }) list!: ImportRefusalDto[];
}
