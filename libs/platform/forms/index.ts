export { joinPath, Form } from './form.js';
export { MAX_HEADERS, readHeaders } from './read-headers.js';
export {
  flagField,
  freeField,
  intField,
  listField,
  mapField,
  namesOf,
  numberField,
  oneOfField,
  patternField,
  removableField,
  required,
  schemaOfFields,
  textField,
  textsField,
  type FileField,
  type FileFields,
  type SectionReference,
} from './file-fields.js';
