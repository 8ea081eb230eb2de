import { TOPIC_CHANNEL_NAMES } from '#libs/channels/definitions';
import {
  type FileFields,
  freeField,
  listField,
  oneOfField,
  patternField,
  required,
  type SectionReference,
  textField,
} from '#platform/forms';

export const COUNTRY = '^[A-Z]{2}$';
export const CURRENCY = '^[A-Z]{3}$';
export const MAX_PRICE = 1_000_000;

export const PRICE_FIELDS = {
  channel: required(oneOfField(TOPIC_CHANNEL_NAMES, 'Channel of the messages')),
  country: patternField(COUNTRY, 'Of the phone number, such as `TR`', 'all others'),
  account: textField('Account that sends', { max: 100, otherwise: 'all' }),
  price: required(freeField({ type: 'number', minimum: 0, maximum: MAX_PRICE }, 'Of one message')),
  currency: required(patternField(CURRENCY, 'Such as `EUR`')),
} satisfies FileFields;

export const PRICES_REFERENCE: SectionReference = {
  field: listField(PRICE_FIELDS, 'Prices of messages, for the costs of a replay. The list replaces the former one'),
  about:
    'A price with a country wins over one without. A price with an account counts only where no other fits. See ' +
    '[journeys](journeys.md).',
  example: `
app: shop
prices:
  - { channel: SMS, country: TR, price: 0.01, currency: EUR }
  - { channel: SMS, price: 0.07, currency: EUR }
`,
};
