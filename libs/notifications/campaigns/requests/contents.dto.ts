import { ArrayNotEmpty, IsIn, IsOptional, ValidateBy } from 'class-validator';
import { BulkTargetDto } from '#libs/audience';
import { CampaignContentDto, Count, LenientText } from '#libs/content/parse';
import { REACHES, type CampaignReach } from '#libs/delivery';
import { readDuration } from '#platform/spelling';
import {
  CheckedFirst,
  Describe,
  DescribeBody,
  FalseIsAbsent,
  Nested,
  NestedList,
  REQUIRED,
  Text,
} from '#platform/validation';
import { ScheduleDto, SendOptionsDto, SpeedDto } from './bulk.dto.js';

export const MAX_CONTENTS = 10;
/** The longest time to live of a message. */
const MAX_WITHIN_S = 28 * 86_400;

/** Options of a bulk send beside its message and schedule. */
export class CampaignOptionsDto extends SendOptionsDto {
  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => SpeedDto)
  @Describe({ description: 'How fast each content goes; absent: as fast as the providers take it' })
  speed?: SpeedDto;

  @IsOptional() @Count() @Describe({ description: 'Users at most, drawn at random' }) limit?: number;
}

/** Contents, and how they reach a person. */
export class ReachedContentsDto {
  @FalseIsAbsent()
  @NestedList(() => CampaignContentDto, { max: MAX_CONTENTS })
  @ArrayNotEmpty({ context: REQUIRED })
  @Describe({ description: 'In the order of reach' })
  contents!: CampaignContentDto[];

  @IsOptional()
  @FalseIsAbsent()
  @IsIn(REACHES)
  @Describe({
    description:
      '`all`: a person gets every content that reaches her. `first`: the first that does, and the next one after the one before ended without delivery. `preferred`: one, chosen by `preferredBy`. Absent: `all`',
  })
  reach?: CampaignReach['reach'];

  @IsOptional()
  @FalseIsAbsent()
  @IsDuration()
  @Describe({
    description: 'Of `first`: how long after the launch the next content may follow; absent: 24h',
    example: '4h',
  })
  within?: string;

  @IsOptional()
  @FalseIsAbsent()
  @Text({ max: 255 })
  @Describe({
    description: 'Of `preferred`: `lastActive`, or the code of an attribute that holds the name of a platform',
    example: 'lastActive',
  })
  preferredBy?: string;
}

/** A campaign with several contents (decisions, section 10). */
@CheckedFirst('title', 'target', 'contents')
@DescribeBody({
  example: {
    title: 'Spring sale',
    target: { tag: 'Sport' },
    contents: [
      { platforms: ['IOS', 'ANDROID'], text: 'Everything 20 % off today' },
      {
        platforms: ['EMAIL'],
        subject: 'Spring sale',
        text: '<p>Everything 20 % off today</p>',
        from: 'shop@shop.example',
      },
    ],
    reach: 'first',
    within: '4h',
  },
})
export class ContentsCampaignDto extends ReachedContentsDto {
  @LenientText() @Describe({ description: 'Name of the campaign' }) title!: string;

  @FalseIsAbsent()
  @Nested(() => BulkTargetDto)
  @Describe({ description: 'Several forms are combined with AND' })
  target!: BulkTargetDto;

  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => ScheduleDto)
  @Describe({ description: 'When it is sent; absent: now' })
  schedule?: ScheduleDto;

  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => CampaignOptionsDto)
  @Describe({ description: 'As of a bulk send' })
  options?: CampaignOptionsDto;
}

/** A time such as `4h`, as long as the longest time to live at most. */
export function IsDuration(): PropertyDecorator {
  const validate = (value: unknown): boolean => {
    const seconds = typeof value === 'string' ? readDuration(value) : undefined;
    return seconds !== undefined && seconds <= MAX_WITHIN_S;
  };
  return ValidateBy(
    { name: 'isDuration', validator: { validate } },
    { message: "Field '$property' should be a duration such as 90s, 10m, 4h or 3d, at most 28d" },
  );
}
