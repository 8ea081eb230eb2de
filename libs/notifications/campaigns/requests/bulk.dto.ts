import { IsBoolean, IsIn, IsISO8601, IsOptional, IsString, Matches, ValidateBy, ValidateIf } from 'class-validator';
import { isJsonObject } from '#platform/collections';
import { BulkTargetDto } from '#libs/audience';
import { BulkContentDto, Count } from '#libs/content/parse';
import { SHARE } from '#libs/contact-policy';
import { PRIORITIES, type Lateness, type Priority } from '#libs/delivery';
import { CheckedFirst, Describe, DescribeBody, FalseIsAbsent, MayStandIn, Nested } from '#platform/validation';
import { RepeatDto } from './repeat.dto.js';

const LATE_POLICIES = ['send', 'skip', 'ask'] as const satisfies readonly Lateness['policy'][];
const TIME = {
  message:
    "Field '$property' should be a time of the form yyyy-MM-ddTHH:mm:ss, with Z or an offset such as +03:00 at will",
};
/** An hour and minute of a clock; offsets go from -12:00 to +14:00. */
const TIME_FORM = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)?$/;
/** A week: no campaign waits longer between two packages. */
const MAX_MINUTES = 7 * 24 * 60;

/** When a campaign is due (decisions, section 5), and how it repeats. */
export class ScheduleDto extends RepeatDto {
  @IsOptional() @IsBoolean() @Describe({ description: 'true: at this time of each own clock' }) localTimezone?: boolean;

  @FalseIsAbsent()
  @IsString(TIME)
  @Matches(TIME_FORM, TIME)
  @IsISO8601({ strict: true }, TIME)
  @Describe({
    description:
      'With `Z` or an offset, or else in `settings.timeZone` of the application (UTC without one). With `localTimezone` by the own clock of each recipient, and then without an offset',
    example: '2030-02-01T15:30:00+03:00',
  })
  startTime!: string;

  @IsOptional()
  @IsIn(LATE_POLICIES)
  @Describe({ description: 'When it is found long after its time' })
  ifLate?: Lateness['policy'];
}

/** How fast a campaign goes: so many recipients in so many minutes. */
export class SpeedDto {
  @ValidateIf(({ packageSize, packetSize }: SpeedDto) => packageSize !== undefined || packetSize === undefined)
  @Count()
  @Describe({ description: 'Recipients of an interval' })
  packageSize?: number;

  @IsOptional() @Count() @Describe({ description: 'Another spelling of `packageSize`' }) packetSize?: number;
  @Count({ max: MAX_MINUTES }) @Describe({ description: 'Minutes of an interval' }) intervalMins!: number;
}

/** How a send stands beside others, and who gets nothing of it. */
export class SendOptionsDto {
  @IsOptional()
  @FalseIsAbsent()
  @Matches(new RegExp(SHARE, 'u'), {
    message: "Field '$property' should be a share from 0.1% to 99.9%, such as 10%",
  })
  @Describe({
    description: 'Share of the reachable users who get nothing, drawn by the notification key; absent: none',
    example: '10%',
  })
  holdout?: string;

  @IsOptional()
  @FalseIsAbsent()
  @IsIn(Object.keys(PRIORITIES))
  @Describe({
    description:
      'Of the waiting sends of the application, those with a higher one are launched first; absent: `normal`',
  })
  priority?: Priority;
}

/** `message` of a bulk send: what it says, and what may stand beside it too. */
export class BulkMessageDto extends BulkContentDto {
  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => ScheduleDto)
  @Describe({ description: 'When it is sent; absent: now' })
  schedule?: ScheduleDto;
  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => SpeedDto)
  @Describe({ description: 'How fast it goes; absent: as fast as the providers take it' })
  speed?: SpeedDto;
  @IsOptional() @Count() @Describe({ description: 'Users at most, drawn at random' }) limit?: number;
  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => SendOptionsDto)
  @Describe({ description: 'Control group and priority' })
  options?: SendOptionsDto;
}

/** A campaign (interface, section 4.2). All but the target may stand inside `message` or beside it. */
@MayStandIn('message', () => BulkMessageDto, {
  limit: smallerLimit,
  ios: withSmallerLimit,
  android: withSmallerLimit,
})
@CheckedFirst('message')
@DescribeBody({
  example: {
    message: {
      title: 'Spring sale',
      text: 'Everything 20 % off today',
      personalizedMessage: '@{name}, everything 20 % off today',
      platforms: ['IOS', 'ANDROID'],
      ios: { mediaUrl: 'https://shop.example/sale.jpg' },
      android: { mediaUrl: 'https://shop.example/sale.jpg' },
      click: { deeplink: 'shop://sale' },
      languages: { tr: { title: 'Bahar indirimi', text: 'Bugün her şey % 20 indirimli' } },
    },
    target: { tag: { $or: ['Sport', 'Art'] } },
    schedule: { startTime: '2030-02-01T15:30:00', localTimezone: true },
  },
})
export class BulkNotificationDto extends BulkMessageDto {
  @ValidateIf(({ title, text }: BulkNotificationDto) => title === undefined && text === undefined)
  @IsTextOrObject()
  @Describe({ description: 'The text, where the fields of the message stand beside it', schema: { type: 'string' } })
  message?: unknown;

  @FalseIsAbsent()
  @Nested(() => BulkTargetDto)
  @Describe({ description: 'Several forms are combined with AND' })
  target!: BulkTargetDto;
}

function IsTextOrObject(): PropertyDecorator {
  const validate = (value: unknown): boolean => typeof value === 'string' || isJsonObject(value);
  return ValidateBy(
    { name: 'isTextOrObject', validator: { validate } },
    { message: "Field '$property' should be an object" },
  );
}

/** The one that is no limit at all is kept, to be refused. */
function smallerLimit(inside: unknown, outside: unknown): unknown {
  if (typeof inside !== 'number' || typeof outside !== 'number') {
    return typeof inside === 'number' ? outside : inside;
  }
  return Math.min(inside, outside);
}

/** The block inside counts, with the smaller of the limits. */
function withSmallerLimit(inside: unknown, outside: unknown): unknown {
  if (!isJsonObject(inside) || !isJsonObject(outside) || (outside['limit'] ?? false) === false) {
    return inside;
  }
  const isBoth = (inside['limit'] ?? false) !== false;
  return { ...inside, limit: isBoth ? smallerLimit(inside['limit'], outside['limit']) : outside['limit'] };
}
