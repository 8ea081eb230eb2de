import { TOPIC_CHANNEL_NAMES } from '#libs/channels/definitions';
import {
  type FileField,
  type FileFields,
  flagField,
  freeField,
  listField,
  oneOfField,
  required,
  type SectionReference,
  textField,
  textsField,
} from '#platform/forms';

export const MAX_NAME = 255;
export const MAX_TITLE = 255;
export const MAX_DESCRIPTION = 2000;
export const MAX_LANGUAGES = 100;
/** A language tag, as of BCP 47: letters first. */
export const LANGUAGE_TAG = /^[A-Za-z]{2,8}([_-][A-Za-z0-9]{1,8})*$/;

export const CATEGORY_FIELDS = {
  name: required(textField('Identifies the category', { max: MAX_NAME })),
  title: textsByLanguage('What persons read, by language tag', MAX_TITLE, 'the name'),
  description: textsByLanguage('What it is about, by language tag', MAX_DESCRIPTION, 'none'),
  default: oneOfField(['on', 'off'], 'Default without a choice of the user', 'on'),
  channels: textsField('Channels that users may choose', 'all', TOPIC_CHANNEL_NAMES),
  doubleOptIn: flagField('A yes counts once confirmed; `default` is off then'),
  confirmation: textField('Name or key of the definition that asks for it', {
    max: MAX_NAME,
    otherwise: 'a text of Herald',
  }),
} satisfies FileFields;

export const CATEGORIES_REFERENCE: SectionReference = {
  field: listField(CATEGORY_FIELDS, 'Categories of messages, or topics: users say which they get, by channel'),
  about:
    'A category that comes back has its opt-outs again. Another `default` is for users without a choice; a choice, ' +
    'yes or no, stays. Without a channel it is for all; later ones by channel win.',
  example: `
app: shop
categories:
  - name: Offers
    title: { en: Offers, tr: Kampanyalar }
    description: { en: Once a week at most }
    default: off
    channels: [EMAIL, PUSH]
  - name: Order status
`,
};

function textsByLanguage(description: string, maxLength: number, otherwise: string): FileField {
  const texts = {
    type: 'object',
    propertyNames: { pattern: LANGUAGE_TAG.source },
    additionalProperties: { type: 'string', minLength: 1, maxLength },
  } as const;
  return freeField(texts, description, otherwise);
}
