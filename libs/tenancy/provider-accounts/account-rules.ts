import { RECIPIENT_KINDS, type Channel } from '#libs/channels/definitions';
import { malformed } from '#platform/errors';
import { intField, joinPath, textsField, type FileFields, type Form } from '#platform/forms';
import { isPhoneCountry } from '#platform/spelling';
import type { AccountRules } from '../model/provider-account.types.js';
import { SHARED_CHANNELS } from './account-key.js';

const PERCENT = { min: 1, max: 100 } as const;
const ORDER = { min: 1, max: 100 } as const;

const COUNTRY_FIELDS = {
  countries: textsField('Only numbers of these countries (ISO 3166-1), before accounts without countries', 'all'),
} satisfies FileFields;
const SHARED_FIELDS = {
  share: intField(
    PERCENT,
    'Percent of the recipients, where the channel has several accounts',
    'what the others leave',
  ),
  order: intField(ORDER, 'Place among the accounts of the channel: the lower goes first', '50'),
} satisfies FileFields;

/** The names of the rules that an account of a channel may have. */
export function ruleFields(channel: Channel): FileFields {
  return {
    ...(RECIPIENT_KINDS[channel] === 'sms' && COUNTRY_FIELDS),
    ...(SHARED_CHANNELS.includes(channel) && SHARED_FIELDS),
  };
}

/** @returns null: it takes every message of its channel. @throws AppError `malformed`, naming the path */
export function readRules(form: Form): AccountRules | null {
  const countries = form.texts('countries');
  const share = form.int('share', PERCENT);
  const order = form.int('order', ORDER);
  const unknown = countries?.findIndex((country) => !isPhoneCountry(country)) ?? -1;
  if (unknown >= 0) {
    const path = joinPath(joinPath(form.path, 'countries'), unknown);
    throw malformed(`${path} should be the code of a country with two capital letters, such as TR`);
  }
  if (countries?.length === 0) {
    throw malformed(`${joinPath(form.path, 'countries')} should name a country, or be left out`);
  }
  const rules = {
    ...(countries && { countries: [...new Set(countries)] }),
    ...(share !== undefined && { share }),
    ...(order !== undefined && { order }),
  };
  return Object.keys(rules).length === 0 ? null : rules;
}
