import { ArrayMaxSize, IsArray, IsIn, IsISO8601, IsOptional, IsString, Matches, ValidateIf } from 'class-validator';
import { Describe, FalseIsAbsent, Int, Nested } from '#platform/validation';

/** Zones of a recurring campaign. */
export const SERIES_ZONES = ['application', 'user'] as const;
const MAX_DATES = 400;
const MAX_DAYS = 90;
const MAX_RECIPIENTS = 2 ** 40;
const MAX_RULE = 300;
const RULE = { message: `Field '$property' should be a text of at most ${MAX_RULE} characters` };
const DATES = { message: `Field '$property' should be an array of at most ${MAX_DATES} dates of the form yyyy-MM-dd` };
const UNTIL = {
  message: "Field '$property' should be a date of the form yyyy-MM-dd, or a time of the form yyyy-MM-ddTHH:mm:ss",
};
const DAYS = { message: `Field '$property' should be a number of days from 1d to ${MAX_DAYS}d` };

/** Fields that a schedule without `repeat` does not have: they are not looked at there. */
function OfRepeat(): PropertyDecorator {
  return ValidateIf(
    (schedule: RepeatDto, value: unknown) => schedule.repeat !== undefined && value !== undefined && value !== null,
  );
}

/** Numbers of recipients that the approval of a recurring campaign is for. */
export class RecipientRangeDto {
  @IsOptional() @Int({ min: 0, max: MAX_RECIPIENTS }) @Describe({ description: 'At least' }) from?: number;
  @IsOptional() @Int({ min: 0, max: MAX_RECIPIENTS }) @Describe({ description: 'At most' }) to?: number;
}

/** How a campaign repeats (decisions, section 10). */
export class RepeatDto {
  @IsOptional()
  @FalseIsAbsent()
  @IsString(RULE)
  @Matches(/^[\s\S]{1,300}$/, RULE)
  @Describe({
    description:
      'A rule of RFC 5545 for the days, once a day at most; the time of day is that of `startTime`. Ends by `COUNT`, `UNTIL`, `until`, or with `stopNotification`',
    example: 'FREQ=WEEKLY;BYDAY=MO',
  })
  repeat?: string;

  @OfRepeat()
  @IsIn(SERIES_ZONES)
  @Describe({ description: 'By the clock of the application (default), or of each recipient' })
  zone?: (typeof SERIES_ZONES)[number];

  @OfRepeat()
  @IsArray(DATES)
  @ArrayMaxSize(MAX_DATES, DATES)
  @IsString({ each: true, ...DATES })
  @Matches(/^\d{4}-\d{2}-\d{2}$/, { each: true, ...DATES })
  @IsISO8601({ strict: true }, { each: true, ...DATES })
  @Describe({ description: 'Days without a run, such as holidays; a COUNT counts them' })
  except?: string[];

  @OfRepeat()
  @IsString(UNTIL)
  @Matches(/^\d{4}-\d{2}-\d{2}(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)?)?$/, UNTIL)
  @IsISO8601({ strict: true }, UNTIL)
  @Describe({ description: 'The last day, or time, at which a run begins', example: '2030-12-31' })
  until?: string;

  @OfRepeat()
  @IsString(DAYS)
  @Matches(/^([1-9]|[1-8]\d|90)d$/, DAYS)
  @Describe({
    description:
      'Who got a run gets none of the next days (reason `RECENT`): `7d` of a daily campaign reaches a person once a week. Counts from day to day, not by the hour',
    example: '7d',
  })
  notWithin?: string;

  @OfRepeat()
  @Nested(() => RecipientRangeDto)
  @Describe({ description: 'A run that would have fewer or more recipients waits for an approval' })
  recipients?: RecipientRangeDto;
}
