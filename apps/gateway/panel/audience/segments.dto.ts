import { IsBoolean, IsIn } from 'class-validator';
import { SEGMENT_STATES, SEGMENT_TYPES, type EditedSegment, type SegmentOverview } from '#libs/audience';
import { Describe, FreeObject, Int, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_NAME = 200;
const MAX_SEGMENTS = 10_000;
const USES = ['campaign', 'draft'] as const;
const TARGET = { description: 'As in the application file', example: { profile: { city: ['Izmir'] }, tag: 'vip' } };

export class DescribedSegmentDto {
  @Text({ max: MAX_NAME }) @Describe({ description: 'Campaigns name it', example: 'Loyal customers' }) name!: string;
  @FreeObject() @Describe(TARGET) target!: Record<string, unknown>;
}

export class SegmentChangeDto {
  @FreeObject() @Describe(TARGET) target!: Record<string, unknown>;

  @Text({ max: MAX_NAME })
  @Describe({ description: '`base` of what was edited: where it is another one now, it is refused' })
  base!: string;
}

export class SegmentUseDto {
  @IsIn(USES)
  @Describe({ description: 'A campaign that has not read its recipients yet, or a draft' })
  kind!: (typeof USES)[number];

  @Text() @Describe({ example: '1234' }) id!: string;
  @Text() @OrNull() @Describe({ description: 'What people call it', example: 'Spring sale' }) name!: string | null;
}

export class SegmentSizeDto {
  @Text() @Describe({ description: 'Of UTC', example: '2030-02-01' }) day!: string;
  @Int() @Describe({ description: 'Members, as the last calculation of the day found them' }) users!: number;
}

export class SegmentOverviewDto {
  @Text() @Describe({ example: '7' }) id!: string;
  @Text() @Describe({ example: 'Loyal customers' }) name!: string;
  @IsIn(SEGMENT_TYPES) @Describe({ example: 'STANDARD' }) type!: (typeof SEGMENT_TYPES)[number];
  @IsIn(SEGMENT_STATES)
  @Describe({ description: 'WAITING: for its first calculation; FAILED: the last one did not work' })
  state!: (typeof SEGMENT_STATES)[number];

  @Text() @OrNull() @Describe({ description: 'Why it failed, or why it has nobody' }) reason!: string | null;
  @Int() @Describe({ description: 'Members now' }) users!: number;
  @Text()
  @OrNull()
  @Describe({ description: 'When it was calculated last; null: never', example: '2030-02-01T12:00:00.000Z' })
  calculatedAt!: string | null;

  @NestedList(() => SegmentUseDto, { max: MAX_SEGMENTS })
  @Describe({ description: 'What names it' })
  uses!: SegmentUseDto[];
  @NestedList(() => SegmentSizeDto)
  @Describe({ description: 'The last 90 days; those without a calculation are missing' })
  sizes!: SegmentSizeDto[];
}

export class SegmentOverviewsDto {
  @NestedList(() => SegmentOverviewDto, { max: MAX_SEGMENTS })
  @Describe({ description: 'By name' })
  items!: SegmentOverviewDto[];
}

export class EditedSegmentDto extends SegmentOverviewDto {
  @FreeObject() @Describe(TARGET) target!: object;
  @Text() @Describe({ description: 'Names this version of the target' }) base!: string;

  @IsBoolean()
  @Describe({ description: 'false: the application file alone changes segments (`settings.panelMayEdit`)' })
  mayEdit!: boolean;
}

export function toOverview({
  id,
  userCount,
  calculatedAt,
  reason,
  uses,
  ...segment
}: SegmentOverview): SegmentOverviewDto {
  const { name, type, state, sizes } = segment;
  return {
    id: String(id),
    name,
    type,
    state,
    reason: reason ?? null,
    users: userCount,
    calculatedAt: calculatedAt === undefined ? null : new Date(calculatedAt).toISOString(),
    uses: uses.map((use) => ({ kind: use.kind, id: use.id, name: use.name })),
    sizes: sizes.map(({ day, users }) => ({ day, users })),
  };
}

export function toEditedSegment(segment: EditedSegment, mayEdit: boolean): EditedSegmentDto {
  return Object.assign(toOverview(segment), { target: segment.target as object, base: segment.base, mayEdit });
}
