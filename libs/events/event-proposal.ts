import { isJsonObject, parseJson } from '#platform/collections';
import { malformed } from '#platform/errors';
import type { DataType } from '#libs/users/profiles';
import { RESERVED_FIELDS, type UnmatchedName } from './model/event.types.js';

/** An attribute as its values suggest it. */
export interface ProposedAttribute {
  code: string;
  dataType: DataType;
  array?: true;
}

const MAX_INT = 2 ** 31 - 1;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/**
 * The attributes that an example of an undefined event suggests. Values of other kinds, such as maps, are left out.
 *
 * @param example  JSON with values by code, as `UnmatchedName.lastExample` has it; null or cut: nothing is known
 */
export function proposeAttributes(example: string | null): ProposedAttribute[] {
  const values = example === null ? undefined : parseJson(example);
  return isJsonObject(values)
    ? Object.entries(values).flatMap(([code, value]) => {
        const isArray = Array.isArray(value);
        const dataType = typeOf(isArray ? (value as unknown[])[0] : value);
        return dataType && !RESERVED_FIELDS.includes(code)
          ? [{ code, dataType, ...(isArray && { array: true as const }) }]
          : [];
      })
    : [];
}

/**
 * The section `events` of an application file with a definition of what was fired: an event of its own, or one more
 * attribute of an event of the section.
 *
 * @param section  as `EventsSection.read` gives it; undefined: it is empty
 * @throws AppError malformed for an attribute of a built-in event, whose definition is not in the section
 */
export function addProposal(
  section: unknown,
  { name, attribute, lastExample }: Pick<UnmatchedName, 'name' | 'attribute' | 'lastExample'>,
): unknown[] {
  const events: unknown[] = Array.isArray(section) ? section : [];
  const attributes = proposeAttributes(lastExample);
  if (attribute === undefined) {
    return [...events, { code: name, ...(attributes.length > 0 && { attributes }) }];
  }
  const isOwner = (event: unknown): boolean =>
    isJsonObject(event) && [event['code'], event['eventName']].includes(name);
  if (!events.some(isOwner)) {
    throw malformed(`${name} is a built-in event; its attributes are fixed`);
  }
  return events.map((event) =>
    isJsonObject(event) && isOwner(event)
      ? { ...event, attributes: [...(Array.isArray(event['attributes']) ? event['attributes'] : []), ...attributes] }
      : event,
  );
}

function typeOf(value: unknown): DataType | undefined {
  if (typeof value === 'boolean') {
    return 'BOOLEAN';
  }
  if (typeof value === 'number') {
    return Number.isInteger(value) ? (Math.abs(value) <= MAX_INT ? 'INT' : 'LONG') : 'DOUBLE';
  }
  if (typeof value !== 'string') {
    return undefined;
  }
  return DAY.test(value) ? 'DATE' : MOMENT.test(value) ? 'TIME_STAMP' : 'STRING';
}
