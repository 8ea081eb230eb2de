import {
  addClassMetadata,
  fieldMetadata,
  type Dto,
  type JsonSchema,
  type Normalizer,
  type Wrapper,
} from './field-metadata.js';

/** One decorator made of several, which apply as if they were written under each other. */
export function compose(...decorators: PropertyDecorator[]): PropertyDecorator {
  return (prototype, property) => {
    for (const decorator of decorators.toReversed()) {
      decorator(prototype, property);
    }
  };
}

/** Brings the value to its form before it is checked. Several run in the order in which they are written. */
export function Normalize(normalizer: Normalizer): PropertyDecorator {
  return (prototype, property) => {
    fieldMetadata(prototype, property).normalizers.unshift(normalizer);
  };
}

/** `false` counts as absent: published clients send it beside what they mean. */
export function FalseIsAbsent(): PropertyDecorator {
  return Normalize((value) => (value === false ? undefined : value));
}

/** The documentation of a field beside what its checks say; it stands over what a decorator above it says. */
export function Describe(documentation: {
  description?: string;
  example?: unknown;
  /** For a field of an answer: null stands for no value. */
  nullable?: boolean;
  /** In place of the schema that the checks give. */
  schema?: JsonSchema;
}): PropertyDecorator {
  const { schema, ...rest } = documentation;
  return compose(
    (prototype, property) => {
      const metadata = fieldMetadata(prototype, property);
      metadata.documentation = { ...rest, ...metadata.documentation };
    },
    ...(schema ? [Document(() => schema)] : []),
  );
}

/** Turns the schema that the checks give into that of a lenient form. */
export function Document(document: (schema: JsonSchema) => JsonSchema): PropertyDecorator {
  return (prototype, property) => {
    fieldMetadata(prototype, property).document ??= document;
  };
}

/** The class of the objects in a field. */
export function TypeOf(type: () => Dto, { isMap = false, isBatch = false } = {}): PropertyDecorator {
  return (prototype, property) => {
    Object.assign(fieldMetadata(prototype, property), { type, isMap, isBatch });
  };
}

/** A list that the request is about: a refusal lists all of its entries at fault. */
export function HasEntries(): PropertyDecorator {
  return (prototype, property) => {
    fieldMetadata(prototype, property).hasEntries = true;
  };
}

/** The field takes the whole value where it is no object: `"news"` in place of `{ "$or": ["news"] }`. */
export function Whole(): PropertyDecorator {
  return (prototype, property) => {
    fieldMetadata(prototype, property).reach = 'whole';
  };
}

/** The field takes, as a map by name, the fields of the object that no other property names. */
export function OtherFields(takes: (name: string, value: unknown) => boolean = () => true): PropertyDecorator {
  return (prototype, property) => {
    Object.assign(fieldMetadata(prototype, property), { reach: 'others', takes });
  };
}

/** The field takes the object itself, as it came: a copy of a thousand of them would cost. */
export function BodyItself(): PropertyDecorator {
  return (prototype, property) => {
    fieldMetadata(prototype, property).reach = 'body';
  };
}

/** These fields are checked before the others, inherited ones included. */
export function CheckedFirst(...fields: string[]): ClassDecorator {
  return (type) => addClassMetadata(type, { checkedFirst: fields });
}

/** The documentation of a body as a whole. */
export function DescribeBody(documentation: { description?: string; example?: unknown }): ClassDecorator {
  return (type) => addClassMetadata(type, { documentation });
}

/** The fields of a class may also stand inside an object of the body, where they win over those beside it. */
export function MayStandIn(name: string, fields: () => Dto, both: Wrapper['both'] = {}): ClassDecorator {
  return (type) => addClassMetadata(type, { wrapper: { name, fields, both } });
}
