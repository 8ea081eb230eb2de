import { malformed } from '#platform/errors';
import { Form, joinPath, namesOf } from '#platform/forms';
import {
  type AttributeDefinition,
  type AttributeScalar,
  DATA_TYPES,
  type NewAttribute,
} from '../model/attribute.types.js';
import { readAttributeCode, readElements } from './attribute-values.js';
import { ATTRIBUTE_FIELDS, USER_ATTRIBUTE_FIELDS } from './attributes-reference.js';
import { FIRST_CUSTOM_ATTRIBUTE_ID, STANDARD_ATTRIBUTES } from './standard-attributes.js';

/**
 * Reads attributes of an application file, for users or for events.
 *
 * @param path   path of the list in the file
 * @param names  fields of an entry
 * @throws AppError malformed, naming the path of the fault
 */
export function readAttributes(
  value: unknown,
  path: string,
  names: readonly string[] = namesOf(ATTRIBUTE_FIELDS),
): NewAttribute[] {
  const attributes = Form.readList(value, path, names).map(readAttribute);
  const codes = new Set<string>();
  for (const [index, { code }] of attributes.entries()) {
    if (codes.has(code)) {
      throw malformed(`${joinPath(joinPath(path, index), 'code')}: ${code} is listed twice`);
    }
    codes.add(code);
  }
  return attributes;
}

function readAttribute(form: Form): NewAttribute {
  const attribute: NewAttribute = {
    code: readAttributeCode(form.text('code'), joinPath(form.path, 'code')),
    dataType: form.oneOf('dataType', DATA_TYPES),
    array: form.flag('array') ?? false,
    privateInfo: form.flag('privateInfo') ?? false,
    mandatory: form.flag('mandatory') ?? false,
  };
  const [label, description, unit] = [
    form.optionalText('label'),
    form.optionalText('description'),
    form.optionalText('unit'),
  ];
  const options = form.has('options') ? readOptions(form, attribute) : undefined;
  return {
    ...attribute,
    ...(form.flag('sealed') === true && { sealed: true }),
    ...(form.flag('search') === true && { search: true }),
    ...(options && { options }),
    ...(label !== undefined && { label }),
    ...(description !== undefined && { description }),
    ...(unit !== undefined && { unit }),
  };
}

/** Reads options: values of the attribute's type, for an array attribute of its elements. */
function readOptions(form: Form, attribute: NewAttribute): AttributeScalar[] {
  const path = joinPath(form.path, 'options');
  const value = form.value('options');
  if (!Array.isArray(value) || value.length === 0) {
    throw malformed(`${path} should be a list of values`);
  }
  return [...new Set(readElements({ dataType: attribute.dataType, array: true }, value, path))];
}

/** The attributes that an application has by the section of its file, built-in ones too. They have ids of their own here. */
export function describeAttributes(value: unknown, path: string): Map<string, AttributeDefinition> {
  const written = value === undefined ? [] : readAttributes(value, path, namesOf(USER_ATTRIBUTE_FIELDS));
  const definitions = new Map(STANDARD_ATTRIBUTES.map((definition) => [definition.code, definition]));
  for (const [index, attribute] of written.entries()) {
    const standard = definitions.get(attribute.code);
    const own = { attrId: FIRST_CUSTOM_ATTRIBUTE_ID + index, locked: false };
    // A scenario names clear values, and compares them as they are.
    definitions.set(attribute.code, { ...own, ...standard, ...attribute, sealed: false });
  }
  return definitions;
}
