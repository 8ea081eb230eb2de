import { IsOptional } from 'class-validator';
import type { UnmatchedName } from '#libs/events';
import { Describe, Int, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

export const MAX_NAMES = 1000;

export class ProposalQuery {
  @Text({ max: 200 }) @Describe({ description: 'Code that was fired', example: 'OrderCancelEvent' }) name!: string;
  @IsOptional()
  @Text({ max: 200 })
  @Describe({ description: 'The undefined attribute of a defined event', example: 'paymentMethod' })
  attribute?: string;
}

export class UndefinedAttributeDto {
  @Text() @Describe({ example: 'paymentMethod' }) code!: string;
  @Text() @Describe({ description: 'Type that the newest example has', example: 'STRING' }) dataType!: string;
}

export class UndefinedEventDto {
  @Text() @Describe({ description: 'Code that was fired', example: 'OrderCancelEvent' }) name!: string;
  @Text()
  @OrNull()
  @Describe({ description: 'An attribute of a defined event; null: the event itself is undefined' })
  attribute!: string | null;
  @Int() @Describe({ description: 'How often' }) count!: number;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) firstAt!: string;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) lastAt!: string;
  @NestedList(() => UndefinedAttributeDto)
  @Describe({ description: 'What the newest example tells, without its values' })
  attributes!: UndefinedAttributeDto[];
}

export class UndefinedEventListDto {
  @NestedList(() => UndefinedEventDto, { max: MAX_NAMES })
  @Describe({ description: 'The latest first' })
  items!: UndefinedEventDto[];
}

export function toUnmatched(
  { name, attribute, count, firstAt, lastAt }: UnmatchedName,
  attributes: readonly UndefinedAttributeDto[],
): UndefinedEventDto {
  return {
    name,
    attribute: attribute ?? null,
    count,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    attributes: attributes.map(({ code, dataType }) => ({ code, dataType })),
  };
}
