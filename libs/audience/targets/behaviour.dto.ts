import {
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  type ValidationArguments,
} from 'class-validator';
import type { AttributeScalar } from '#libs/users/profiles';
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
} from '#platform/validation';
import { MAX_TEXT_LENGTH, MAX_VALUES } from './conditions/target-limits.js';
import { MALFORMED, NoOthers } from './conditions/target.decorators.js';
import { MAX_DAYS, toEndInstant, toInstant, toSpanMs } from './conditions/times.js';

const MAX_CLAUSES = 20;
const MAX_TIMES = 100_000;
const TIMES = ['within', 'from', 'to', 'not'];
const COUNTED = ['atLeast', ...TIMES];

/** Built-in commerce events by the action name in product segments. */
export const PRODUCT_ACTIONS: Readonly<Record<string, string>> = {
  viewed: 'ProductViewEvent',
  addedToCart: 'AddToCartEvent',
  removedFromCart: 'RemoveFromCartEvent',
  addedToWishList: 'AddToWishListEvent',
  bought: 'ProductPurchaseEvent',
};

/** A rule for one field, in full words. */
function Rule(
  name: string,
  validate: (value: unknown, args: ValidationArguments) => boolean,
  message: string,
  each = false,
): PropertyDecorator {
  const validator = {
    validate: (value: unknown, args?: ValidationArguments) => args !== undefined && validate(value, args),
  };
  return ValidateBy({ name, validator }, { message, each, context: MALFORMED });
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT_LENGTH && isStorable(value);
}

function isScalar(value: unknown): boolean {
  return typeof value === 'boolean' || Number.isFinite(value) || isText(value);
}

const NO_TEXT = "Field '$property' should be a text that is not empty";
const NO_INSTANT = "Field '$property' should be a day or an instant of ISO 8601";
const SCALAR = { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] };

function NonEmptyText(): PropertyDecorator {
  return compose(Rule('isNonEmptyText', isText, NO_TEXT), Describe({ schema: { type: 'string', minLength: 1 } }));
}

/** A misspelled condition would match more users than wanted: fields that the class does not name are refused. */
function NoOtherThan(names: readonly string[]): PropertyDecorator {
  return compose(
    OtherFields((_, value) => value !== null),
    NoOthers((name) => `Field '$property' takes ${names.join(', ')}, not '${name}'`),
  );
}

/** When something happened: in the span before now, or between two instants. */
class WindowDto {
  @IsOptional()
  @Rule(
    'isSpan',
    (value) => toSpanMs(value) !== undefined,
    `Field '$property' should be a span such as '12h' or '30d', up to ${MAX_DAYS} days`,
  )
  @Rule('isAlone', isWithoutBounds, "Field '$object' takes within, or from and to, not both")
  @Describe({ schema: { type: 'string', pattern: '^\\d{1,5}[hd]$' }, description: 'Hours or days before now' })
  within?: string;

  @IsOptional()
  @Rule('isInstant', (value) => toInstant(value) !== undefined, NO_INSTANT)
  @Describe({ schema: { type: 'string' }, description: 'A day or an instant of ISO 8601' })
  from?: string;

  @IsOptional()
  @Rule('isInstant', (value) => toInstant(value) !== undefined, NO_INSTANT)
  @Rule('isAfterFrom', isAfterFrom, "Field '$property' should be after from")
  @Describe({ schema: { type: 'string' }, description: 'A day, which counts whole, or an instant of ISO 8601' })
  to?: string;

  @IsOptional() @IsBoolean() @Describe({ description: 'true: all other users' }) not?: boolean;
}

function isWithoutBounds(_: unknown, { object }: ValidationArguments): boolean {
  const { from, to } = object as WindowDto;
  return from === undefined && to === undefined;
}

function isAfterFrom(value: unknown, { object }: ValidationArguments): boolean {
  const [from, to] = [toInstant((object as WindowDto).from), toEndInstant(value)];
  return from === undefined || to === undefined || from < to;
}

/** When users were first or last seen. */
@CheckedFirst('others', 'within')
export class SeenDto extends WindowDto {
  @NoOtherThan(TIMES)
  @Rule('hasWindow', (_, { object }) => hasWindow(object), "Field '$property' takes within, or from and to")
  others!: ReadonlyMap<string, unknown>;
}

function hasWindow(seen: object): boolean {
  const { within, from, to } = seen as SeenDto;
  return within !== undefined || from !== undefined || to !== undefined;
}

const NO_TEST = "Field '$object' takes a value, an array of values, atLeast and atMost, or exists";

/** A condition on one attribute of an event. */
@CheckedFirst('others')
export class AttributeTestDto {
  @NoOtherThan(['atLeast', 'atMost', 'exists']) others!: ReadonlyMap<string, unknown>;

  @Whole()
  @IsOptional()
  @OneOrList()
  @Rule(
    'isValueCount',
    (value) => Array.isArray(value) && value.length > 0 && value.length <= MAX_VALUES,
    `Field '$property' should hold from 1 to ${MAX_VALUES} values`,
  )
  @Rule('isScalar', isScalar, NO_TEXT, true)
  @Describe({ schema: { oneOf: [SCALAR, { type: 'array', items: SCALAR, minItems: 1, maxItems: MAX_VALUES }] } })
  values?: AttributeScalar[];

  @IsOptional()
  @IsBoolean()
  @Rule('existsAlone', existsAlone, "Field '$object' takes exists alone")
  @Describe({ description: 'Whether the event has the attribute' })
  exists?: boolean;

  @IsOptional()
  @Rule('isScalar', isScalar, NO_TEXT)
  @Describe({ schema: SCALAR })
  @Describe({ description: 'Values up to this one' })
  atMost?: AttributeScalar;

  @ValidateIf(
    ({ values, exists, atMost, atLeast }: AttributeTestDto) =>
      atLeast !== undefined || [values, exists, atMost].every((test) => test === undefined),
  )
  @Rule('isDefined', (value) => value !== undefined, NO_TEST)
  @Rule('isScalar', isScalar, NO_TEXT)
  @Describe({ schema: SCALAR })
  @Describe({ description: 'Values from this one on' })
  atLeast?: AttributeScalar;
}

function existsAlone(_: unknown, { object }: ValidationArguments): boolean {
  const { atLeast, atMost } = object as AttributeTestDto;
  return atLeast === undefined && atMost === undefined;
}

const COUNT = { message: `Field '$property' should be a whole number from 1 to ${MAX_TIMES}` };

/** How often and when something was done. */
class CountedDto extends WindowDto {
  @IsOptional()
  @IsInt(COUNT)
  @Min(1, COUNT)
  @Max(MAX_TIMES, COUNT)
  @Describe({ description: 'Times; 1 when left out' })
  atLeast?: number;
}

/** Users who fired an event. */
@CheckedFirst('others', 'name')
export class EventClauseDto extends CountedDto {
  @NoOtherThan(['name', ...COUNTED, 'where']) others!: ReadonlyMap<string, unknown>;
  @NonEmptyText() @Describe({ description: 'Code or name of an event' }) name!: string;

  @IsOptional()
  @Normalize((value) => (isJsonObject(value) ? withoutNulls(value) : value))
  @NestedMap(() => AttributeTestDto)
  @Rule('isTextKeys', (value) => value instanceof Map && [...value.keys()].every(isText), NO_TEXT)
  @Describe({ description: 'Attributes of the event, which combine with AND' })
  where?: Map<string, AttributeTestDto>;
}

function withoutNulls(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== null));
}

function Test(): PropertyDecorator {
  return compose(
    IsOptional(),
    Nested(() => AttributeTestDto),
  );
}

/** Users who did something with products. */
@CheckedFirst('others', 'action')
export class ProductClauseDto extends CountedDto {
  @NoOtherThan([
    'action',
    ...COUNTED,
    'productId',
    'productName',
    'brand',
    'variant',
    'categoryId',
    'categoryName',
    'price',
    'currency',
  ])
  others!: ReadonlyMap<string, unknown>;

  @IsIn(Object.keys(PRODUCT_ACTIONS)) @Describe({ description: 'What was done with the product' }) action!: string;
  @Test() @Describe({ description: 'Its id' }) productId?: AttributeTestDto;
  @Test() @Describe({ description: 'Its name' }) productName?: AttributeTestDto;
  @Test() @Describe({ description: 'Its brand' }) brand?: AttributeTestDto;
  @Test() @Describe({ description: 'Its variant' }) variant?: AttributeTestDto;
  @Test() @Describe({ description: 'Id of its category' }) categoryId?: AttributeTestDto;
  @Test() @Describe({ description: 'Name of its category' }) categoryName?: AttributeTestDto;
  @Test() @Describe({ description: 'Its price' }) price?: AttributeTestDto;
  @Test() @Describe({ description: 'Of the price' }) currency?: AttributeTestDto;
}

/** One clause, or a list of them that combine with AND. */
export function Clauses(type: () => typeof EventClauseDto | typeof ProductClauseDto): PropertyDecorator {
  const isCount = (value: unknown): boolean =>
    !Array.isArray(value) || (value.length > 0 && value.length <= MAX_CLAUSES);
  return compose(
    NestedOneOrList(type),
    Rule('isClauseCount', isCount, `Field '$property' should hold from 1 to ${MAX_CLAUSES} clauses`),
  );
}
