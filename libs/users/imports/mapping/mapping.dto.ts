import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { AnyJson, Describe, FreeObject, Nested, NestedMap, Text, Texts, Whole } from '#platform/validation';

const MAX_COLUMN = 255;
const MAX_COLUMNS = 1000;

/** Columns that together are a web push subscription. */
export class SubscriptionColumnsDto {
  @Text({ max: MAX_COLUMN }) @Describe({ description: 'Column of the endpoint' }) endpoint!: string;
  @Text({ max: MAX_COLUMN }) @Describe({ description: 'Column of the public key' }) p256dh!: string;
  @Text({ max: MAX_COLUMN }) @Describe({ description: 'Column of the secret' }) auth!: string;
}

/** The source of a value. A text alone names the column. */
export class ValueSourceDto {
  @Whole() @IsOptional() @Text({ max: MAX_COLUMN }) column?: string;

  @IsOptional()
  @Text({ max: MAX_COLUMN })
  @Describe({ description: 'A column of CSV; of NDJSON a field, or the way to it (`user.objectId`)', example: 'id' })
  from?: string;

  @IsOptional()
  @FreeObject()
  @Describe({
    description: 'Only for lines whose columns have one of these texts',
    example: { device_type: ['0', '1'] },
  })
  when?: Record<string, unknown>;

  @IsOptional()
  @FreeObject()
  @Describe({
    description: 'What stands for each text. Without `otherwise`, one that is not listed counts as absent',
    example: { ios: 'IOS' },
  })
  values?: Record<string, unknown>;

  @IsOptional()
  @AnyJson()
  @Describe({ description: 'With `values`: what a text that is not listed stands for', example: false })
  otherwise?: unknown;

  @IsOptional() @Text({ max: 10 }) @Describe({ description: 'Cuts a text into a list', example: '|' }) split?: string;
  @IsOptional() @IsBoolean() @Describe({ description: 'The text is JSON' }) json?: boolean;

  @IsOptional()
  @IsBoolean()
  @Describe({ description: 'With `*`: leaves out what is not defined, in place of refusing the line' })
  definedOnly?: boolean;

  @IsOptional() @AnyJson() @Describe({ description: 'The same value for every line' }) value?: unknown;

  @IsOptional()
  @Nested(() => SubscriptionColumnsDto)
  @Describe({ description: 'A web push subscription, for `deviceToken`' })
  subscription?: SubscriptionColumnsDto;
}

/** A list in the line, each entry of which is a device of the user. */
export class DeviceListDto {
  @Text({ max: MAX_COLUMN }) @Describe({ description: 'The list', example: 'push_tokens' }) from!: string;

  @NestedMap(() => ValueSourceDto)
  @Describe({
    description: 'By field of `registerUsers`. Columns are fields of the entry; `line.NAME` is one of the whole line',
  })
  fields!: Map<string, ValueSourceDto>;
}

/** The order of the numbers of a day: day, month, year or month, day, year. */
export const DAY_ORDERS = ['DMY', 'MDY'] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

/** The meanings of the columns of a file. */
export class ImportMappingDto {
  @IsOptional()
  @NestedMap(() => ValueSourceDto)
  @Describe({
    description: 'By field of `registerUsers`. Without it, columns of these names are taken',
    example: { extId: 'id' },
  })
  fields?: Map<string, ValueSourceDto>;

  @IsOptional()
  @NestedMap(() => ValueSourceDto)
  @Describe({
    description: 'By attribute code; `*` takes an object, each of whose fields is an attribute',
    example: { city: 'home_city' },
  })
  profile?: Map<string, ValueSourceDto>;

  @IsOptional()
  @Nested(() => DeviceListDto)
  @Describe({ description: 'Several devices in a line' })
  devices?: DeviceListDto;

  @IsOptional()
  @FreeObject()
  @Describe({
    description: 'Leaves out lines whose columns have one of these texts',
    example: { invalid_identifier: ['t'] },
  })
  skip?: Record<string, unknown>;

  @IsOptional()
  @Texts({ max: MAX_COLUMNS })
  @Describe({ description: 'Columns that stay behind, where `fields` is absent' })
  ignore?: string[];

  @IsOptional()
  @IsIn([',', ';', '\t', '|'])
  @Describe({ description: 'Of CSV. Without it, the one that the first line has most often' })
  delimiter?: string;

  @IsOptional()
  @IsIn(DAY_ORDERS)
  @Describe({ description: 'How days such as `28.02.1990` or `02/28/1990` are written. Without it they are ISO 8601' })
  days?: DayOrder;
}
