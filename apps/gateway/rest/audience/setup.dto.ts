import { IsBoolean, IsDefined, IsIn, IsOptional } from 'class-validator';
import { SEGMENT_TYPES } from '#libs/audience';
import { TOPIC_CHANNEL_NAMES } from '#libs/channels/definitions';
import { DATA_TYPES } from '#libs/users/profiles';
import { Batch, AnyJson, Describe, FreeObject, Int, NestedList, Text, Texts } from '#platform/validation';

const MAX_ENTRIES = 1000;
const MAX_NAME = 255;

/** An attribute as the application file has it. */
export class AttributeInputDto {
  @Text({ max: MAX_NAME })
  @Describe({ description: 'Key in `profile`; it never changes', example: 'plan' })
  code!: string;

  @IsIn(DATA_TYPES)
  @Describe({ description: 'It never changes while the attribute is there', example: 'STRING' })
  dataType!: string;

  @IsOptional() @IsBoolean() @Describe({ description: 'It holds a list of such values' }) array?: boolean;

  @IsOptional()
  @AnyJson()
  @Describe({ description: 'The only values allowed', example: ['free', 'plus'], schema: { type: 'array', items: {} } })
  options?: unknown;

  @IsOptional() @Text() @Describe({ description: 'For people', example: 'Plan' }) label?: string;
  @IsOptional() @Text() @Describe({ description: 'For people' }) description?: string;
  @IsOptional() @Text() @Describe({ description: 'Unit of measurement', example: 'kg' }) unit?: string;

  @IsOptional()
  @IsBoolean()
  @Describe({ description: 'Private: shown only to keys with the scope `private`, and never grouped by' })
  privateInfo?: boolean;

  @IsOptional() @IsBoolean() @Describe({ description: 'For people: every user should have it' }) mandatory?: boolean;

  @IsOptional()
  @IsBoolean()
  @Describe({ description: 'true: values are encrypted in the database, for good' })
  sealed?: boolean;
}

export class AttributeInputsDto {
  @Batch(() => AttributeInputDto, { max: MAX_ENTRIES })
  @Describe({ description: 'Attributes to define or change' })
  attributes!: AttributeInputDto[];
}

export class AttributeCodesDto {
  @Texts({ max: MAX_ENTRIES }) @Describe({ description: 'Attribute codes', example: ['plan'] }) codes!: string[];
}

export class CategoryInputDto {
  @Text({ max: MAX_NAME })
  @Describe({ description: 'Users opt out of it by this name', example: 'News' })
  name!: string;

  @IsOptional()
  @FreeObject()
  @Describe({ description: 'What persons read, by language tag', example: { en: 'News' } })
  title?: Record<string, unknown>;

  @IsOptional()
  @FreeObject()
  @Describe({ description: 'What it is about, by language tag' })
  description?: Record<string, unknown>;

  @IsOptional()
  @IsIn(['on', 'off'])
  @Describe({ description: 'What holds for users who said nothing' })
  default?: string;

  @IsOptional()
  @Texts({ max: TOPIC_CHANNEL_NAMES.length })
  @Describe({ description: 'Channels that users may choose', example: ['EMAIL'] })
  channels?: string[];

  @IsOptional() @IsBoolean() @Describe({ description: 'A yes counts once it is confirmed' }) doubleOptIn?: boolean;

  @IsOptional()
  @Text({ max: MAX_NAME })
  @Describe({ description: 'Name or key of the definition that asks for the confirmation' })
  confirmation?: string;
}

export class CategoryInputsDto {
  @Batch(() => CategoryInputDto, { max: MAX_ENTRIES })
  @Describe({ description: 'Categories to add or to change; what is left out of a present one stays' })
  categories!: CategoryInputDto[];
}

export class EntryNamesDto {
  @Texts({ max: MAX_ENTRIES }) @Describe({ description: 'Names of entries', example: ['News'] }) names!: string[];
}

/** A segment as the application file has it. */
export class SegmentInputDto {
  @Text({ max: MAX_NAME }) @Describe({ description: 'Bulk targets use it', example: 'Loyal customers' }) name!: string;

  @IsOptional()
  @IsIn(SEGMENT_TYPES)
  @Describe({ description: 'Absent: STANDARD. It never changes', example: 'STANDARD' })
  type?: string;

  @IsDefined()
  @FreeObject()
  @Describe({
    description: 'Who is in it, in the form of a bulk target, and what users did',
    example: { profile: { country: ['TR', 'DE'] }, tag: 'Sport' },
  })
  target!: Record<string, unknown>;
}

export class SegmentInputsDto {
  @Batch(() => SegmentInputDto, { max: MAX_ENTRIES })
  @Describe({ description: 'Segments to define or change' })
  segments!: SegmentInputDto[];
}

export class SegmentDefinitionDto {
  @Int() @Describe({ description: 'As in `getSegments`', example: 1 }) id!: number;
  @Text() @Describe({ example: 'Loyal customers' }) name!: string;
  @IsIn(SEGMENT_TYPES) type!: string;

  @AnyJson()
  @Describe({
    description: 'As `app/segments/save` takes it; null where there is none',
    example: { tag: 'Sport' },
    schema: { type: 'object', nullable: true },
  })
  target!: unknown;
}

export class SegmentDefinitionsDto {
  @NestedList(() => SegmentDefinitionDto, { max: 10_000 }) segments!: SegmentDefinitionDto[];
}

/** Entries as a file would have them: without what the request left out. */
export function toFileEntries(entries: readonly object[]): Record<string, unknown>[] {
  return entries.map((entry) => Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)));
}
