import { type FileFields, listField, required, type SectionReference, textField } from '#platform/forms';

export const MAX_NAME = 255;

export const CATEGORY_FIELDS = {
  name: required(textField('Identifies the category', { max: MAX_NAME })),
} satisfies FileFields;

export const CATEGORIES_REFERENCE: SectionReference = {
  field: listField(CATEGORY_FIELDS, 'Categories of messages, which users may opt out of'),
  about: 'A category that comes back has its opt-outs again.',
  example: `
app: shop
categories:
  - name: Offers
  - name: Order status
`,
};
