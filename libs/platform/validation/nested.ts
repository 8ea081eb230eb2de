import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsInstance,
  IsObject,
  ValidateNested,
  type ValidationOptions,
} from 'class-validator';
import { compose, Document, TypeOf } from './decorators.js';
import type { Dto } from './field-metadata.js';
import { REQUIRED, HasStorableKeys } from './composites.js';

/** An object whose fields another DTO declares. */
export function Nested(type: () => Dto, options?: ValidationOptions): PropertyDecorator {
  return compose(TypeOf(type), IsObject(options), ValidateNested());
}

/** A list of such objects. */
export function NestedList(
  type: () => Dto,
  { max, message }: { max?: number; message?: string } = {},
): PropertyDecorator {
  return compose(
    TypeOf(type),
    IsArray({ message: message ?? "Field '$property' should be a list of objects" }),
    ...(max === undefined ? [] : [ArrayMaxSize(max)]),
    IsObject({ each: true }),
    ValidateNested({ each: true }),
  );
}

/** Such an object or a list of them; the DTO holds what came. */
export function NestedOneOrList(type: () => Dto): PropertyDecorator {
  return compose(TypeOf(type), OneOrListSchema(), IsObject({ each: true }), ValidateNested({ each: true }));
}

function OneOrListSchema(): PropertyDecorator {
  return Document((schema) => ({ oneOf: [schema, { type: 'array', items: schema }] }));
}

/** A list of such objects, which is all that the body is for: a refusal says which of them is at fault. */
export function Batch(type: () => Dto, { max }: { max: number }): PropertyDecorator {
  const message = "Field '$property' should be an array of objects";
  return compose(
    TypeOf(type, { isBatch: true }),
    IsArray({ message }),
    ArrayNotEmpty({ context: REQUIRED }),
    ArrayMaxSize(max),
    IsObject({ each: true, message }),
    ValidateNested({ each: true }),
  );
}

/** Such objects by names of the client's choice. */
export function NestedMap(type: () => Dto, options?: ValidationOptions): PropertyDecorator {
  return compose(
    TypeOf(type, { isMap: true }),
    IsInstance(Map, { message: "Field '$property' should be an object", ...options }),
    HasStorableKeys(),
    IsObject({ each: true }),
    ValidateNested({ each: true }),
  );
}
