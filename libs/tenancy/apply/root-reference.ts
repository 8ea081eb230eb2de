import { type FileFields, flagField, required, textField } from '#platform/forms';

export const MAX_APP_NAME = 100;

/** The fields beside the sections. */
export const ROOT_FIELDS = {
  app: required(textField('Names the application. A new name makes a new one', { max: MAX_APP_NAME })),
  prune: flagField('Entries that a section of the file leaves out are removed. Sections that it leaves out stay'),
} satisfies FileFields;
