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

export const BLOCK_VERSIONS = { min: 1, max: 1_000_000 } as const;
export const MAX_BLOCK_CHARACTERS = 64 * 1024;
export const MAX_BLOCKS = 500;
export const BLOCK_NAME = /^[A-Za-z][\w-]{0,63}$/;
export const BLOCK_PARAM = /^[A-Za-z]\w{0,63}$/;

export const BLOCK_FIELDS = {
  name: required(patternField(BLOCK_NAME.source, 'Templates render it by this name')),
  version: intField(BLOCK_VERSIONS, 'The highest is rendered; a stored one never changes', '1'),
  params: freeField(
    { type: 'array', items: { type: 'string', pattern: BLOCK_PARAM.source }, maxItems: 20, uniqueItems: true },
    'Names of values that a template gives',
    'none',
  ),
  text: required(textField('A template, in HTML where e-mails render it', { max: MAX_BLOCK_CHARACTERS })),
} satisfies FileFields;

export const BLOCKS_REFERENCE: SectionReference = {
  field: listField(BLOCK_FIELDS, 'Parts of several templates'),
  about:
    "[Templates](templates.md) render them: `{% render 'footer', year: 2026 %}`. A message keeps the version " +
    'at its acceptance.',
  example: `
app: shop
blocks:
  - name: footer
    version: 2
    params: [year]
    text: '<p>Example Ltd, {{ year }}</p>'
`,
};
