import { ArrayUnique, IsBoolean } from 'class-validator';
import { SegmentTargetDto } from '#libs/audience';
import type { ExportColumn } from '#libs/audience/recipients';
import { Describe, Nested, NestedList, Text, Texts } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_COLUMNS = 50;
const MAX_NAMES = 10_000;

export class AudienceExportDto {
  @Nested(() => SegmentTargetDto)
  @Describe({ description: 'As of a segment', example: { profile: { city: ['Izmir', 'Ankara'] } } })
  target!: SegmentTargetDto;

  @Texts({ max: MAX_COLUMNS })
  @ArrayUnique()
  @Describe({ description: 'Attributes beside the extId, by their codes', example: ['city'] })
  columns!: string[];
}

export class ExportColumnDto {
  @Text() @Describe({ example: 'city' }) code!: string;
  @Text() @OrNull() @Describe({ description: 'What people call it' }) label!: string | null;
  @IsBoolean() @Describe({ description: 'Needs `users.private`' }) private!: boolean;
}

export class ExportColumnListDto {
  @NestedList(() => ExportColumnDto, { max: MAX_NAMES })
  @Describe({ description: 'Those that the member may export' })
  items!: ExportColumnDto[];
}

export function toExportColumn({ code, label, isPrivate }: ExportColumn): ExportColumnDto {
  return { code, label, private: isPrivate };
}
