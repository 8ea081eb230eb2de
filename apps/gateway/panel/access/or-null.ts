import { Document } from '#platform/validation';

/** A field of an answer that is always there, and null where there is no value. */
export function OrNull(): PropertyDecorator {
  return Document(({ $ref, ...schema }) => ({
    ...schema,
    ...(typeof $ref === 'string' && { allOf: [{ $ref }] }),
    nullable: true,
  }));
}
