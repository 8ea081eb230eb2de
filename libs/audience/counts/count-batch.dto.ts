import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsOptional, ValidateBy } from 'class-validator';
import { compose, Describe, isStorable, Nested, Text } from '#platform/validation';
import type { TargetValue } from '../targets/target.js';

const MAX_VALUES = 10_000;
const MAX_BUCKETS = 100;
const MAX_CODE = 255;
const UNSTORABLE = 'has a NUL character or half a surrogate pair';

/** Attribute of users or of devices by which users are counted. */
export class GroupByDto {
  @IsOptional()
  @Text({ max: MAX_CODE, empty: true })
  @Describe({
    description: 'Code of an attribute of users. No address, and a private attribute only with `buckets`',
    example: 'age',
  })
  profile?: string;

  @IsOptional()
  @Text({ max: MAX_CODE, empty: true })
  @Describe({
    description:
      'Attribute of devices instead: platform, pushPermitted, deviceModel, osVersion, appVersion, language or timeZone',
  })
  installation?: string;

  @IsOptional()
  @SomeEntries(MAX_BUCKETS)
  @EachIs('isBucket', isBucket, 'should be a pair [min, max]')
  @EachIs('isStorableBucket', (pair) => Array.isArray(pair) && pair.every(isStorableValue), UNSTORABLE)
  @Describe({
    description: 'For numeric attributes: pairs [min, max]; min is inside, max outside, but for the last pair',
    example: [
      [18, 24],
      [25, 34],
    ],
    schema: { type: 'array', items: { type: 'array', items: {}, minItems: 2, maxItems: 2 }, maxItems: MAX_BUCKETS },
  })
  buckets?: [TargetValue, TargetValue][];
}

/** Users counted by the values of one attribute (specification, section 4.10). */
export class CountBatchDto {
  @Nested(() => GroupByDto)
  @Describe({ description: 'Exactly one of profile and installation' })
  groupBy!: GroupByDto;

  @IsOptional()
  @SomeEntries(MAX_VALUES)
  @EachIs('isScalar', isScalar, 'should be a text, a number or a boolean')
  @EachIs('isStorableValue', isStorableValue, UNSTORABLE)
  @Describe({
    description:
      'Only these values. Without them every value is answered, if there are at most 10,000 and at most half of them have one user alone',
    example: ['352481', '15', '23'],
    schema: { type: 'array', items: {}, maxItems: MAX_VALUES },
  })
  values?: TargetValue[];
}

function SomeEntries(max: number): PropertyDecorator {
  return compose(
    IsArray({ message: "Field '$property' should be an array" }),
    ArrayNotEmpty(),
    ArrayMaxSize(max, {
      message: ({ value }) =>
        `Field '$property' should hold at most ${max} entries, it has ${Array.isArray(value) ? value.length : 0}`,
    }),
  );
}

function EachIs(name: string, validate: (value: unknown) => boolean, text: string): PropertyDecorator {
  return ValidateBy({ name, validator: { validate } }, { each: true, message: `Field '$entry' ${text}` });
}

function isBucket(pair: unknown): boolean {
  return Array.isArray(pair) && pair.length === 2 && pair.every(isScalar);
}

function isStorableValue(value: unknown): boolean {
  return typeof value !== 'string' || isStorable(value);
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}
