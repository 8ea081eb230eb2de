import {
  type FileFields,
  flagField,
  freeField,
  listField,
  required,
  type SectionReference,
  textField,
  textsField,
} from '#platform/forms';
import { listWebhookEvents } from '../webhook-events.js';

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
  events: textsField(
    'Events of all messages and users that it gets, beside results of messages that name it',
    'none',
    listWebhookEvents(),
  ),
  secret: textField(
    'Signs the requests: `whsec_` and 24 to 64 bytes in base64. After another one both sign for a day',
    {
      otherwise: 'generated, and shown once',
    },
  ),
} satisfies FileFields;

export const HOOKS_REFERENCE: SectionReference = {
  field: listField(HOOK_FIELDS, 'Servers that get results of sends, and events'),
  about: 'Requests are signed as [Standard Webhooks](https://www.standardwebhooks.com) says.',
  example: `
app: shop
hooks:
  - { name: crm, url: 'https://crm.example.com/herald', params: { shop: main } }
  - { name: trial, simulator: true, events: [MessageOpened, MessageClicked, Unsubscribed] }
`,
};
