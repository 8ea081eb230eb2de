import {
  type FileFields,
  listField,
  numberField,
  oneOfField,
  required,
  type SectionReference,
  textField,
  textsField,
} from '#platform/forms';
import { UNITS } from './geofence.types.js';

export const MAX_TITLE = 255;
/** Characters of a name of a group, in operations and imports. */
export const MAX_GROUP = 100;

export const GEOFENCE_FIELDS = {
  title: required(textField('Identifies the geofence', { max: MAX_TITLE })),
  latitude: required(numberField('Degrees', { min: -90, max: 90 })),
  longitude: required(numberField('Degrees', { min: -180, max: 180 })),
  radius: required(numberField('Radius in the unit')),
  unit: oneOfField(UNITS, 'Unit of the radius', '`KM`'),
  groups: textsField('Groups that it belongs to', 'none'),
} satisfies FileFields;

export const GEOFENCES_REFERENCE: SectionReference = {
  field: listField(GEOFENCE_FIELDS, 'Places whose visitors apps report'),
  about: '',
  example: `
app: shop
geofences:
  - { title: Galata, latitude: 41.0256, longitude: 28.9742, radius: 500, unit: Meters, groups: [istanbul] }
`,
};
