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
  dataType: required(
    oneOfField(DATA_TYPES, 'Type of the values. It changes only when the attribute is removed and added'),
  ),
  array: flagField('A user has several values'),
  options: freeField(
    { type: 'array', items: SCALAR, minItems: 1 },
    'Values that people choose from',
    'none are offered',
  ),
  label: textField('What people call it'),
  description: textField('What it means'),
  unit: textField('Unit of the values'),
  privateInfo: flagField('Only keys with the scope `private` read it, only servers set it'),
  mandatory: flagField('For events: a request without it is refused'),
} satisfies FileFields;

export const USER_ATTRIBUTE_FIELDS = {
  ...ATTRIBUTE_FIELDS,
  sealed: flagField('Values are encrypted at rest. It cannot be undone'),
  search: flagField('Members find people by it in the panel, by private values only with `users.private`'),
} satisfies FileFields;

export const ATTRIBUTES_REFERENCE: SectionReference = {
  field: listField(USER_ATTRIBUTE_FIELDS, 'Attributes of users. The code identifies one'),
  about: 'Built-in attributes may be listed with their own type, to refine label or options.',
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
