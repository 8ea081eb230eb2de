import {
  type FileFields,
  flagField,
  freeField,
  listField,
  required,
  type SectionReference,
  textField,
} from '#platform/forms';

export const MAX_NAME_LENGTH = 100;
export const MAX_URL_LENGTH = 2000;
export const MAX_PARAMS = 50;

export const HOOK_FIELDS = {
  name: required(textField('Identifies the endpoint', { max: MAX_NAME_LENGTH })),
  url: textField('Where results are sent, `https` and public. Needed unless `simulator` is true', {
    max: MAX_URL_LENGTH,
  }),
  simulator: flagField('The simulator takes the results'),
  params: freeField(
    { type: 'object', additionalProperties: { type: 'string' }, maxProperties: MAX_PARAMS },
    'Texts that each request carries',
    'none',
  ),
  secret: textField(
    'Signs the requests: `whsec_` and 24 to 64 bytes in base64. After another one both sign for a day',
    {
      otherwise: 'generated, and shown once',
    },
  ),
} satisfies FileFields;

export const HOOKS_REFERENCE: SectionReference = {
  field: listField(HOOK_FIELDS, 'Servers that get the results of sends'),
  about: 'Requests are signed as [Standard Webhooks](https://www.standardwebhooks.com) says.',
  example: `
app: shop
hooks:
  - { name: crm, url: 'https://crm.example.com/herald', params: { shop: main } }
  - { name: trial, simulator: true }
`,
};
