import {
  type FileFields,
  freeField,
  intField,
  listField,
  patternField,
  required,
  type SectionReference,
  textField,
} from '#platform/forms';
import { MAX_BUTTON_SET_ID } from './button-set.repository.js';

/** More than any notification centre shows. */
export const MAX_BUTTONS = 10;
export const MAX_BUTTON_NAME = 100;
export const BUTTON_SET_IDS = { min: 1, max: MAX_BUTTON_SET_ID } as const;

export const SOUND_FIELDS = {
  platform: required(
    patternField('^([iI][oO][sS]|[aA][nN][dD][rR][oO][iI][dD])$', 'IOS or ANDROID, in any case of letters'),
  ),
  name: required(textField('Name of the file, with or without its ending', { max: 100 })),
} satisfies FileFields;

export const SOUNDS_REFERENCE: SectionReference = {
  field: listField(SOUND_FIELDS, 'Sound files that the apps of a platform contain'),
  about: 'Messages name them as `sound`.',
  example: `
app: shop
sounds:
  - { platform: IOS, name: bell.caf }
  - { platform: ANDROID, name: bell }
`,
};

export const BUTTON_SET_FIELDS = {
  id: required(intField(BUTTON_SET_IDS, 'Messages name the set by it')),
  buttons: required(
    freeField(
      {
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: MAX_BUTTON_NAME },
        minItems: 1,
        maxItems: MAX_BUTTONS,
        uniqueItems: true,
      },
      'Names of the buttons, in their order',
    ),
  ),
} satisfies FileFields;

export const BUTTON_SETS_REFERENCE: SectionReference = {
  field: listField(BUTTON_SET_FIELDS, 'Sets of buttons that the apps know'),
  about: 'Messages name a set in `buttonSet`.',
  example: `
app: shop
buttonSets:
  - { id: 1, buttons: [Accept, Decline] }
`,
};
