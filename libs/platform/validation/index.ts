export { build, type Source } from './build.js';
export {
  AnyJson,
  ExtId,
  ExtIds,
  FreeObject,
  Int,
  Ints,
  IsStorable,
  MaxUnits,
  Millis,
  OneOrList,
  REQUIRED,
  Text,
  TextOrTexts,
  Texts,
  trimTexts,
} from './composites.js';
export { Batch, Nested, NestedList, NestedMap, NestedOneOrList } from './nested.js';
export {
  BodyItself,
  CheckedFirst,
  compose,
  Describe,
  DescribeBody,
  Document,
  FalseIsAbsent,
  MayStandIn,
  Normalize,
  OtherFields,
  Whole,
} from './decorators.js';
export { dtoClasses, type Dto, type JsonSchema } from './field-metadata.js';
export { findFault } from './checker.js';
export { findMisspelt, type MisspeltField } from './misspelt.js';
export { isDto, planOf, type FieldPlan } from './plan.js';
export { nameFields, readDto, readDtos, readField, writtenName } from './read-dto.js';
export { bodySchema, fieldSchema, refTo, schemaOf } from './schema.js';
export { isStorable, toStorable } from './storable.js';
export { refuseUnknownNames, unknownName } from './unknown-names.js';
