import { getMetadataStorage } from 'class-validator';

/** A class whose fields say how a body is read, checked and documented. */
export type Dto<T extends object = object> = new () => T;

/** Brings what was received to the form that is checked. What it cannot read it leaves as it is. */
export type Normalizer = (value: unknown, body: Readonly<Record<string, unknown>>) => unknown;

/** The part of a JSON schema that API documents use. */
export type JsonSchema = { [key: string]: unknown; properties?: Record<string, JsonSchema>; items?: JsonSchema };

/** Parts of an object that one field takes: the whole value, the fields that no property names, or the body itself. */
export type Reach = 'whole' | 'others' | 'body';

/**
 * The metadata that the decorators of this folder store for a field; what class-validator's say stands in its own
 * storage.
 */
export interface FieldMetadata {
  normalizers: Normalizer[];
  /** The class of the object, of the list's entries or of the map's values. */
  type?: () => Dto;
  isMap?: boolean;
  /** Faults inside name the place in the list and not the list. */
  isBatch?: boolean;
  /** The list is what the request is about: a refusal lists all of its entries at fault. */
  hasEntries?: boolean;
  reach?: Reach;
  /** For `others`: which of them. */
  takes?: (name: string, value: unknown) => boolean;
  /** Description, example and what else the document says. */
  documentation: JsonSchema;
  /** Turns the schema of the checks into that of the lenient form. */
  document?: (schema: JsonSchema) => JsonSchema;
}

/** The metadata of a class as a whole. */
export interface ClassMetadata {
  /** Fields that are checked before the others, in this order. */
  checkedFirst?: readonly string[];
  /** Its documentation in the API document. */
  documentation?: { description?: string; example?: unknown };
  /** Fields that may stand inside an object in place of beside it. */
  wrapper?: Wrapper;
}

export interface Wrapper {
  /** The object inside which the fields may stand. */
  name: string;
  /** The fields of this class. */
  fields: () => Dto;
  /** Fields that count both inside and outside. */
  both: Readonly<Record<string, (inside: unknown, outside: unknown) => unknown>>;
}

const FIELDS = new Map<Function, Map<string, FieldMetadata>>();
const CLASSES = new Map<Function, ClassMetadata>();
const NO_METADATA: Readonly<FieldMetadata> = { normalizers: [], documentation: {} };

/** The metadata of one property, to be added to. */
export function fieldMetadata(prototype: object, property: string | symbol): FieldMetadata {
  const owner = prototype.constructor;
  const fields = FIELDS.get(owner) ?? new Map<string, FieldMetadata>();
  FIELDS.set(owner, fields);
  const metadata = fields.get(String(property)) ?? { normalizers: [], documentation: {} };
  fields.set(String(property), metadata);
  return metadata;
}

/** The metadata of a property, of the class or of the nearest that it extends. */
export function readFieldMetadata(type: Function, property: string): Readonly<FieldMetadata> {
  for (const owner of ancestry(type).toReversed()) {
    const metadata = FIELDS.get(owner)?.get(property);
    if (metadata) {
      return metadata;
    }
  }
  return NO_METADATA;
}

export function addClassMetadata(type: Function, metadata: ClassMetadata): void {
  CLASSES.set(type, { ...CLASSES.get(type), ...metadata });
}

export function readClassMetadata(type: Function): ClassMetadata {
  return CLASSES.get(type) ?? {};
}

/** A class and those that it extends, the topmost first. */
export function ancestry(type: Function): Function[] {
  const parent: unknown = Object.getPrototypeOf(type);
  return typeof parent === 'function' && parent !== Function.prototype ? [...ancestry(parent), type] : [type];
}

/** Every class that has a checked field, whether or not a handler takes it. */
export function dtoClasses(): Dto[] {
  const checked: unknown = Reflect.get(getMetadataStorage(), 'validationMetadatas');
  const owners = [...(checked instanceof Map ? checked.keys() : []), ...FIELDS.keys()] as Dto[];
  return [...new Set(owners)];
}
