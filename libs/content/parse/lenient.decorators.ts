import { IsBoolean, IsInstance, IsInt, IsObject, IsOptional, IsString, Max, Min, ValidateBy } from 'class-validator';
import { isJsonObject } from '#platform/collections';
import { compose, Describe, Document, FalseIsAbsent, Normalize } from '#platform/validation';
import { readMailbox } from '#platform/spelling';
import { countOpeners, isSafeLink } from '#libs/content/template';
import { cleanEntries, cleanObject, cleanText, isTooDeep } from '../model/clean-values.js';

/** The largest number that the columns take. */
const MAX_COUNT = 2 ** 31 - 1;

/** More than any text of people has. Each of them is looked up for each recipient. */
const MAX_PLACEHOLDERS = 1000;

/** A text that is read leniently: `null`, `false` and blank count as absent, what no store takes is replaced. */
export function LenientText(): PropertyDecorator {
  return compose(
    FalseIsAbsent(),
    Normalize(presentText),
    IsString({ message: "Field '$entry' should be a text" }),
    HasFewPlaceholders(),
  );
}

/** An e-mail address. */
export function Mailbox(): PropertyDecorator {
  const validate = (value: unknown): boolean => typeof value === 'string' && readMailbox(value) !== undefined;
  return compose(
    Normalize((value) => (typeof value === 'string' ? (readMailbox(value) ?? value) : value)),
    ValidateBy(
      { name: 'isMailbox', validator: { validate } },
      { message: "Field '$property' should be an e-mail address", context: { refusal: 'bad_address' } },
    ),
  );
}

/** A link that a tap opens: a page, or a place in the application. It may begin with a placeholder. */
export function OpensPage({ each = false } = {}): PropertyDecorator {
  return ValidateBy(
    { name: 'opensPage', validator: { validate: (value) => typeof value === 'string' && isSafeLink(value) } },
    { each, message: "Field '$entry' should open a page: its scheme runs code or contains a document" },
  );
}

function HasFewPlaceholders(): PropertyDecorator {
  const validate = (value: unknown): boolean =>
    typeof value === 'string' && countOpeners(value, MAX_PLACEHOLDERS + 1) <= MAX_PLACEHOLDERS;
  return ValidateBy(
    { name: 'hasFewPlaceholders', validator: { validate } },
    { message: `Field '$entry' has more than ${MAX_PLACEHOLDERS.toLocaleString('en')} placeholders` },
  );
}

function presentText(value: unknown): unknown {
  if (typeof value !== 'string') {
    return value;
  }
  const clean = cleanText(value);
  return clean.trim() === '' ? undefined : clean;
}

/** A boolean whose `false` says something, such as overriding a definition. */
export function LenientBoolean(): PropertyDecorator {
  return compose(IsOptional(), IsBoolean({ message: "Field '$property' should be a boolean" }));
}

/** A whole number above 0. */
export function Count({ max = MAX_COUNT }: { max?: number } = {}): PropertyDecorator {
  const message = "Field '$property' should be a whole number above 0";
  return compose(
    FalseIsAbsent(),
    IsInt({ message }),
    Min(1, { message }),
    Max(MAX_COUNT, { message }),
    ...(max < MAX_COUNT ? [Max(max)] : []),
  );
}

/** An object with keys of the client's choice and any JSON as values. */
export function LenientJson(): PropertyDecorator {
  return compose(
    IsOptional(),
    FalseIsAbsent(),
    Normalize((value) => (isJsonObject(value) && !isTooDeep(value) ? cleanObject(value) : value)),
    IsObject(),
    IsShallow(),
  );
}

function IsShallow({ each = false } = {}): PropertyDecorator {
  return ValidateBy(
    { name: 'isShallow', validator: { validate: (value) => !isTooDeep(value) } },
    { each, message: "Field '$property' is nested too deeply" },
  );
}

/** Such objects by names of the client's choice, in a map. */
export function LenientJsonMap(): PropertyDecorator {
  const each = true;
  return compose(
    IsOptional(),
    FalseIsAbsent(),
    AsMap((value) => (isJsonObject(value) && !isTooDeep(value) ? cleanObject(value) : value)),
    Normalize((value) =>
      value instanceof Map ? new Map([...value].filter(([, entry]) => entry !== null && entry !== false)) : value,
    ),
    IsInstance(Map, { message: "Field '$property' should be an object" }),
    IsObject({ each }),
    IsShallow({ each }),
  );
}

/** Texts by names of the client's choice, in a map. */
export function LenientTextMap(): PropertyDecorator {
  return compose(
    IsOptional(),
    FalseIsAbsent(),
    AsMap((value) => (value === null || value === false ? '' : typeof value === 'string' ? cleanText(value) : value)),
    IsInstance(Map, { message: "Field '$property' should be an object" }),
    IsString({ each: true }),
  );
}

/** An object as a map of its clean entries. */
export function AsMap(cleanEntry: (value: unknown) => unknown = (value) => value): PropertyDecorator {
  return Normalize((value) => {
    const entries = value instanceof Map ? value.entries() : isJsonObject(value) ? Object.entries(value) : undefined;
    return entries
      ? new Map(cleanEntries(entries as Iterable<[string, unknown]>).map(([key, entry]) => [key, cleanEntry(entry)]))
      : value;
  });
}

/** No more than one of two fields. */
export function ExcludesField(field: string, message: string): PropertyDecorator {
  return ValidateBy(
    {
      name: 'excludesField',
      constraints: [field],
      validator: { validate: (_, args) => args !== undefined && Reflect.get(args.object, field) === undefined },
    },
    { message },
  );
}

/** A field that clients send and that means nothing here. */
export function Unread(): PropertyDecorator {
  return compose(
    Describe({ description: 'Not read' }),
    Document(() => ({ type: 'string' })),
  );
}
