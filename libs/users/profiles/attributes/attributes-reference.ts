import {
  type FileFields,
  flagField,
  freeField,
  listField,
  oneOfField,
  required,
  type SectionReference,
  textField,
} from '#platform/forms';
import { DATA_TYPES } from '../model/attribute.types.js';

const SCALAR = { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] };

/** Fields of attributes of users and of events. */
export const ATTRIBUTE_FIELDS = {
  code: required(
    textField('Names the attribute in requests and targets: a letter, then letters, digits, `_`, `-`, `.`'),
  ),
  dataType: required(oneOfField(DATA_TYPES, 'Type of the values; changed only by removing and adding the attribute')),
  array: flagField('A user has several values'),
  options: freeField({ type: 'array', items: SCALAR, minItems: 1 }, 'Values to choose from', 'none are offered'),
  label: textField('What people call it'),
  description: textField('What it means'),
  unit: textField('Unit of the values'),
  privateInfo: flagField('Read by keys with the scope `private`, set by servers'),
  mandatory: flagField('For events: refused without it'),
} satisfies FileFields;

export const USER_ATTRIBUTE_FIELDS = {
  ...ATTRIBUTE_FIELDS,
  sealed: flagField('Encrypts values at rest; cannot be undone'),
  search: flagField('Members find people by it, by private values only with `users.private`'),
} satisfies FileFields;

export const ATTRIBUTES_REFERENCE: SectionReference = {
  field: listField(USER_ATTRIBUTE_FIELDS, 'Attributes of users. The code identifies one'),
  about: 'Built-in ones may be listed with their type, to refine label or options.',
  example: `
app: shop
attributes:
  - { code: age, dataType: INT, label: Age, unit: years }
  - { code: favourites, dataType: STRING, array: true, options: [art, books, music] }
  - { code: customerNumber, dataType: STRING, search: true }
  - { code: income, dataType: DOUBLE, privateInfo: true }
  - { code: passport, dataType: STRING, privateInfo: true, sealed: true }
`,
};
