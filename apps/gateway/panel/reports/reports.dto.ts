import { IsIn, IsOptional } from 'class-validator';
import { REPORT_GROUPS, type Report } from '#libs/reporting';
import { Describe, Int, Nested, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const DAY_LENGTH = 10;
/** Names, the line of all others, and the one of recipients without a platform. */
const MAX_LINES = 1000;

export class ReportQuery {
  @Text({ max: DAY_LENGTH })
  @Describe({ description: 'First day of launches', example: '2030-02-01' })
  from!: string;

  @Text({ max: DAY_LENGTH })
  @Describe({ description: 'Last day, which is in it; at most 92 days', example: '2030-02-28' })
  to!: string;

  @IsOptional()
  @Text({ max: 64 })
  @Describe({ description: 'Time zone of the days', example: 'Europe/Berlin' })
  zone = 'UTC';

  @IsOptional() @IsIn(REPORT_GROUPS) @Describe({ description: 'What a line is' }) by: (typeof REPORT_GROUPS)[number] =
    'day';
}

export class ReportFiguresDto {
  @Int()
  @Describe({ description: 'Recipients, which are devices and addresses; the sum of the next four' })
  planned!: number;
  @Int() @Describe({ description: 'Accepted by the provider' }) sent!: number;
  @Int() @Describe({ description: 'Failed for good' }) failed!: number;
  @Int() @Describe({ description: 'Left without a message' }) skipped!: number;
  @Int() @Describe({ description: 'Without a final result yet' }) waiting!: number;
  @Int() @Describe({ description: 'Devices that told of the arrival, of `receivable`' }) received!: number;
  @Int() @Describe({ description: 'Sent pushes' }) receivable!: number;
  @Int() @Describe({ description: 'E-mails that a mail program opened, of `openable`' }) opened!: number;
  @Int() @Describe({ description: 'Sent e-mails' }) openable!: number;
  @Int() @Describe({ description: 'Recipients that clicked, of `sent`' }) clicked!: number;
  @Int() @Describe({ description: 'E-mails whose pixel a machine fetched' }) machineOpened!: number;
  @Int() @Describe({ description: 'Recipients whose links a machine followed' }) machineClicked!: number;
}

export class ReportLineDto extends ReportFiguresDto {
  @Text({ empty: true })
  @OrNull()
  @Describe({
    description:
      'Day, platform, label or key; empty: no label; `ANY`: no platform is known yet; null: all further lines together',
    example: '2030-02-01',
  })
  name!: string | null;

  @Text() @OrNull() @Describe({ description: 'Of a campaign' }) title!: string | null;
  @Int() @OrNull() @Describe({ description: 'Null by platform: one campaign is on several' }) campaigns!: number | null;
}

export class ReportTotalDto extends ReportFiguresDto {
  @Int() @Describe({ description: 'Campaigns with a recipient' }) campaigns!: number;
}

export class ReportDto {
  @Text() @Describe({ example: '2030-02-01' }) from!: string;
  @Text() @Describe({ example: '2030-02-28' }) to!: string;
  @Text() @Describe({ description: 'Time zone of the days', example: 'Europe/Berlin' }) zone!: string;
  @IsIn(REPORT_GROUPS) @Describe({ description: 'What a line is' }) by!: string;

  @NestedList(() => ReportLineDto, { max: MAX_LINES })
  @Describe({ description: 'Days in their order, else the line with the most recipients first' })
  lines!: ReportLineDto[];

  @Nested(() => ReportTotalDto) @Describe({ description: 'The sum of the lines' }) total!: ReportTotalDto;
  @Text() @Describe({ description: 'Sums of earlier days are gone', example: '2029-01-01' }) keptFrom!: string;
  @Text() @Describe({ example: '2030-02-28T12:00:00.000Z' }) asOf!: string;
}

export function toReport({ query, lines, total, keptFrom, asOf }: Report): ReportDto {
  return { ...query, lines, total, keptFrom, asOf: asOf.toISOString() };
}
