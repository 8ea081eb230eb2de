import { IsBoolean, IsOptional, ValidateBy, ValidateIf } from 'class-validator';
import { isJsonObject } from '#platform/collections';
import {
  CheckedFirst,
  compose,
  Describe,
  isStorable,
  Nested,
  NestedMap,
  NestedOneOrList,
  Normalize,
  OneOrList,
  OtherFields,
  Whole,
  type JsonSchema,
} from '#platform/validation';
import {
  AttributeCodes,
  MALFORMED,
  NO_ATTRIBUTES,
  NoOthers,
  SomeValues,
  TargetText,
  Values,
} from './target.decorators.js';
import { MAX_TEXT_LENGTH } from './target-limits.js';
import { toInstant, toOffsetMs } from './times.js';
import type { TargetValue } from './condition.types.js';

/** Objects and lists inside each other, and conditions in all: a longer statement is no target of a person. */
const MAX_DEPTH = 12;
const MAX_CONDITIONS = 500;

const OPERATORS = '$exists, $gt, $gte, $lt, $lte, $between, $before, $after, $contains, $not, $nor, $and, $or';
const CONDITION = `Field '$object' takes a value, an array of values or operators: ${OPERATORS}`;
const LIMIT = { type: 'string' } satisfies JsonSchema;
const LIMITS = { anyOf: [{ type: 'number' }, LIMIT] } satisfies JsonSchema;

function Checked(name: string, isValid: (value: unknown) => boolean, message: string): PropertyDecorator {
  return ValidateBy({ name, validator: { validate: isValid } }, { message, context: MALFORMED });
}

function isLimit(value: unknown): value is string | number {
  return typeof value === 'string'
    ? value !== '' && value.length <= MAX_TEXT_LENGTH && isStorable(value)
    : Number.isFinite(value);
}

/** The end of a range. */
function RangeEnd(description: string): PropertyDecorator {
  return compose(
    IsOptional(),
    Checked('isLimit', isLimit, "Field '$property' should be a number, a date or a version"),
    Describe({ description, schema: LIMITS }),
  );
}

/** A span before or after now, or an instant. */
function Moment(description: string): PropertyDecorator {
  const isMoment = (value: unknown): boolean =>
    Number.isFinite(value) || toOffsetMs(value) !== undefined || toInstant(value) !== undefined;
  return compose(
    IsOptional(),
    Checked(
      'isMoment',
      isMoment,
      "Field '$property' should be a span such as '30d' before now or '+7d' after now, a day, an instant or epoch milliseconds",
    ),
    Describe({ description, schema: LIMITS, example: '30d' }),
  );
}

/** Conditions on one attribute: a list of them, or operators of which each is one. */
function ConditionList(description: string): PropertyDecorator {
  const items = { $ref: '#/components/schemas/ConditionDto' };
  return compose(
    IsOptional(),
    Normalize((value) =>
      Array.isArray(value)
        ? new Map(value.map((entry: unknown, index) => [String(index), entry]))
        : isJsonObject(value)
          ? new Map(Object.entries(value).map(([name, entry]) => [name, { [name]: entry }]))
          : value,
    ),
    NestedMap(() => ConditionDto, { message: "Field '$property' should be a list of conditions" }),
    Checked('isNotEmpty', (value) => value instanceof Map && value.size > 0, "Field '$property' should not be empty"),
    Describe({ description, schema: { type: 'array', items, minItems: 1 } }),
  );
}

/** A condition on one attribute. Several operators combine with AND. */
@CheckedFirst('others')
export class ConditionDto {
  @OtherFields()
  @NoOthers(() => CONDITION)
  @ValidateBy(
    { name: 'hasTest', validator: { validate: (_, args) => args !== undefined && hasTest(args.object) } },
    { message: CONDITION, context: MALFORMED },
  )
  others!: ReadonlyMap<string, unknown>;

  @Whole() @IsOptional() @Values() values?: TargetValue[];

  @IsOptional()
  @IsBoolean({ message: CONDITION, context: MALFORMED })
  @Describe({ description: 'Whether the user has a value. An empty array is none' })
  $exists?: boolean;

  @RangeEnd('Above') $gt?: string | number;
  @RangeEnd('From, included') $gte?: string | number;
  @RangeEnd('Below') $lt?: string | number;
  @RangeEnd('Up to, included') $lte?: string | number;

  @IsOptional()
  @Checked(
    'isPair',
    (value) => Array.isArray(value) && value.length === 2 && value.every(isLimit),
    "Field '$property' should be a pair [from, to]",
  )
  @Describe({
    description: 'From the first to the second, both included',
    schema: { type: 'array', items: LIMITS, minItems: 2, maxItems: 2 },
    example: [18, 24],
  })
  $between?: [string | number, string | number];

  @Moment('Dates earlier than hours or days before now (`30d`), after now (`+7d`), or than an instant')
  $before?: string | number;

  @Moment('Dates from hours or days before now (`30d`), after now (`+7d`), or from an instant on')
  $after?: string | number;

  @IsOptional()
  @OneOrList()
  @SomeValues()
  @TargetText({ each: true })
  @Describe({
    description: 'A text with this in it, or with one of several. Upper and lower case differ',
    schema: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 1 }] },
  })
  $contains?: string[];

  @IsOptional()
  @Nested(() => ConditionDto)
  @Describe({ description: 'Users whom this does not fit' })
  $not?: ConditionDto;
  @ConditionList('None of these conditions') $nor?: Map<string, ConditionDto>;
  @ConditionList('All of these conditions') $and?: Map<string, ConditionDto>;
  @ConditionList('At least one of these conditions') $or?: Map<string, ConditionDto>;
}

function hasTest(condition: object): boolean {
  const { others: _, ...tests } = condition as ConditionDto;
  return Object.values(tests).some((test) => test !== undefined);
}

/** Conditions as one object, or as a list of which each object is one. */
function Group(description: string): PropertyDecorator {
  return compose(
    IsOptional(),
    NestedOneOrList(() => ConditionsDto),
    Checked(
      'isNotEmpty',
      (value) => !Array.isArray(value) || value.length > 0,
      "Field '$property' should not be empty",
    ),
    Describe({ description }),
  );
}

/** Conditions on attributes, which combine with AND; those inside `$or` with OR. */
export class ConditionsDto {
  @Group('At least one of these conditions') $or?: ConditionsDto | ConditionsDto[];
  @Group('All of these conditions') $and?: ConditionsDto | ConditionsDto[];
  @Group('None of these conditions') $nor?: ConditionsDto | ConditionsDto[];
  @Group('Users whom these conditions, taken together, do not fit') $not?: ConditionsDto | ConditionsDto[];

  @OtherFields()
  @ValidateIf(
    ({ $or, $and, $nor, $not, attributes }: ConditionsDto) =>
      [$or, $and, $nor, $not].every((group) => group === undefined) || attributes.size > 0,
  )
  @AttributeCodes()
  @NestedMap(() => ConditionDto)
  attributes!: Map<string, ConditionDto>;
}

/** Stands for conditions that are not even read. */
const TOO_LARGE = Symbol('too large');

/** Conditions on attributes of users, each by its code. */
export function Conditions(): PropertyDecorator {
  return conditions(
    `Attribute code to value, values or operators (${OPERATORS}); combined with AND. \`platform\` and \`appVersion\` are those of any device of the user`,
    { age: { $gte: 18 }, city: ['Izmir', 'Ankara'], lastSeen: { $after: '30d' } },
  );
}

/** Conditions on attributes of devices. */
export function DeviceConditions(): PropertyDecorator {
  return conditions(
    'Attribute of devices to value, values or operators; each condition asks whether the user has such a device. Attributes: platform, pushPermitted, deviceModel, osVersion, appVersion, language, timeZone, country',
    { platform: 'IOS', language: ['tr', 'en'], appVersion: { $gte: '2.10' } },
  );
}

function conditions(description: string, example: object): PropertyDecorator {
  return compose(
    Normalize((value) => (isTooLarge(value) ? TOO_LARGE : value)),
    Checked(
      'isSmall',
      (value) => value !== TOO_LARGE,
      `Field '$property' has more than ${MAX_CONDITIONS} conditions, or is deeper than ${MAX_DEPTH} levels`,
    ),
    Nested(() => ConditionsDto, { message: NO_ATTRIBUTES }),
    Describe({ description, example }),
  );
}

/** Tests if a JSON value has too many levels or objects. Values of a list count once. */
function isTooLarge(root: unknown): boolean {
  let level: unknown[] = [root];
  let objects = 0;
  for (let depth = 0; level.length > 0; depth++) {
    objects += level.length;
    if (depth > MAX_DEPTH || objects > MAX_CONDITIONS) {
      return true;
    }
    level = level
      .flatMap((value) =>
        Array.isArray(value) ? (value as unknown[]) : isJsonObject(value) ? Object.values(value) : [],
      )
      .filter((value) => typeof value === 'object' && value !== null && !isListOfScalars(value));
  }
  return false;
}

function isListOfScalars(value: object): boolean {
  return Array.isArray(value) && value.every((entry) => typeof entry !== 'object');
}
