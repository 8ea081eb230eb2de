import type { ValueKind } from '#libs/content';
import type { AttributeDefinition, DataType } from '../model/attribute.types.js';

const KINDS: { [T in DataType]?: ValueKind } = {
  DATE: 'date',
  TIME_STAMP: 'time',
  INT: 'number',
  LONG: 'number',
  DOUBLE: 'number',
};

/** The meaning of numbers among the attributes of an application, by code. */
export function toValueKinds(definitions: ReadonlyMap<string, AttributeDefinition>): ReadonlyMap<string, ValueKind> {
  return new Map(
    [...definitions.values()].flatMap(({ code, dataType }): [string, ValueKind][] => {
      const kind = KINDS[dataType];
      return kind ? [[code, kind]] : [];
    }),
  );
}
