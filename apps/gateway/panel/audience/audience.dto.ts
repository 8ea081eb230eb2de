import { IsBoolean, IsOptional } from 'class-validator';
import { SegmentTargetDto } from '#libs/audience';
import type { AudiencePreview, ClauseCount } from '#libs/audience/preview';
import type { ResolvedEvent } from '#libs/events';
import type { AttributeDefinition } from '#libs/users/profiles';
import { AnyJson, Describe, FreeObject, Int, Nested, NestedList, Text, Texts } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_NAMES = 10_000;

export class AudienceQuestionDto {
  @Nested(() => SegmentTargetDto)
  @Describe({ description: 'As of a segment', example: { profile: { city: ['Izmir', 'Ankara'] } } })
  target!: SegmentTargetDto;

  @IsOptional()
  @IsBoolean()
  @Describe({ description: 'true: what only rows can tell is left out, such as behaviour; its figures are null' })
  quick?: boolean;
}

/** A clause of a target. Those in `children` have the same form. */
export class ClauseCountDto {
  @Text()
  @Describe({ description: 'Its kind; `and`, `or` and `not` have children', example: 'profile' })
  clause!: string;

  @FreeObject()
  @Describe({ description: 'What it asks for', example: { code: 'city', values: ['Izmir', 'Ankara'] } })
  wanted!: Record<string, unknown>;

  @Int()
  @OrNull()
  @Describe({ description: 'Users who match it, whatever else is asked; null: left out of a quick answer' })
  alone!: number | null;

  @Int()
  @OrNull()
  @Describe({
    description: 'Users who match it and all before it; null below `or` and `not`, and after what was left out',
  })
  remaining!: number | null;

  @AnyJson()
  @Describe({
    description: 'Nested clauses, of the same form',
    schema: { type: 'array', items: { type: 'object' }, maxItems: 1000 },
  })
  children!: ClauseCountDto[];
}

export class AudiencePreviewDto {
  @Int()
  @OrNull()
  @Describe({ description: 'Distinct users, reachable or not; null: a clause was left out of a quick answer' })
  users!: number | null;

  @Int() @Describe({ description: 'All users of the application' }) all!: number;
  @Text()
  @OrNull()
  @Describe({ description: 'Everything until then is counted; null with `users`', example: '2030-02-01T12:00:00.000Z' })
  asOf!: string | null;

  @NestedList(() => ClauseCountDto) @Describe({ description: 'In the order of the target' }) clauses!: ClauseCountDto[];
}

export class AudienceAttributeDto {
  @Text() @Describe({ example: 'city' }) code!: string;
  @Text() @OrNull() @Describe({ description: 'What people call it' }) label!: string | null;
  @Text() @Describe({ example: 'STRING' }) dataType!: string;
  @Texts({ max: MAX_NAMES }) @Describe({ description: 'Its values, where only some are allowed' }) options!: string[];
}

export class AudienceEventAttributeDto {
  @Text() @Describe({ example: 'orderId' }) code!: string;
  @Text() @OrNull() @Describe({ description: 'What people call it' }) label!: string | null;
  @Text() @Describe({ example: 'STRING' }) dataType!: string;
}

export class AudienceEventDto {
  @Text() @Describe({ description: 'Targets name it', example: 'OrderEvent' }) code!: string;
  @Text() @Describe({ description: 'Another name of it in targets', example: 'OrderEvent' }) name!: string;
  @Text() @OrNull() @Describe({ description: 'What people call it' }) label!: string | null;
  @NestedList(() => AudienceEventAttributeDto, { max: MAX_NAMES })
  @Describe({ description: 'Inherited ones first' })
  attributes!: AudienceEventAttributeDto[];
}

export class AudienceWordsDto {
  @NestedList(() => AudienceAttributeDto, { max: MAX_NAMES })
  @Describe({ description: 'What is known of users' })
  attributes!: AudienceAttributeDto[];

  @NestedList(() => AudienceEventDto, { max: MAX_NAMES })
  @Describe({ description: 'What users can do: built-in events, then those of the application' })
  events!: AudienceEventDto[];

  @Texts({ max: MAX_NAMES }) @Describe({ description: 'Names of segments' }) segments!: string[];
}

export function toPreview({ users, asOf, clauses }: AudiencePreview, all: number): AudiencePreviewDto {
  return { users, all, asOf: asOf?.toISOString() ?? null, clauses: clauses.map(toClauseCount) };
}

function toClauseCount({ clause, wanted, alone, remaining, of }: ClauseCount): ClauseCountDto {
  return { clause, wanted, alone, remaining, children: of.map(toClauseCount) };
}

export function toAudienceAttribute({ code, label, dataType, options }: AttributeDefinition): AudienceAttributeDto {
  return { code, label: label ?? null, dataType, options: (options ?? []).map(String) };
}

export function toAudienceEvent({ code, eventName, label, inherited, attributes }: ResolvedEvent): AudienceEventDto {
  const all = [...inherited, ...attributes];
  return {
    code,
    name: eventName,
    label: label ?? null,
    attributes: all.map((attribute) => ({
      code: attribute.code,
      label: attribute.label ?? null,
      dataType: attribute.dataType,
    })),
  };
}
