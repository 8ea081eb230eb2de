import { TOPIC_CHANNEL_NAMES } from '#libs/channels/definitions';
import { malformed } from '#platform/errors';
import { Form, joinPath, namesOf } from '#platform/forms';
import { isPhoneCountry } from '#platform/spelling';
import type { Price } from './price.types.js';
import { CURRENCY, MAX_PRICE, PRICE_FIELDS } from './prices-reference.js';

const MAX_PRICES = 500;
const MAX_NAME = 100;

/** Reads the section `prices`. @throws AppError malformed, with the path of the fault */
export function readPrices(value: unknown, path: string): Price[] {
  const forms = Form.readList(value, path, namesOf(PRICE_FIELDS));
  if (forms.length > MAX_PRICES) {
    throw malformed(`${path} should have at most ${MAX_PRICES} entries`);
  }
  const places = new Set<string>();
  return forms.map((form) => {
    const price = readPrice(form);
    const place = JSON.stringify([price.channel, price.country, price.account]);
    if (places.has(place)) {
      throw malformed(`${form.path}: another price is for the same channel, country and account`);
    }
    places.add(place);
    return price;
  });
}

function readPrice(form: Form): Price {
  const channel = form.oneOf('channel', TOPIC_CHANNEL_NAMES);
  const [country, account] = [form.optionalText('country'), form.optionalText('account')];
  const price = form.value('price');
  const currency = form.text('currency');
  if (country !== undefined && !isPhoneCountry(country)) {
    throw malformed(`${joinPath(form.path, 'country')} should be a country such as TR`);
  }
  if (account !== undefined && account.length > MAX_NAME) {
    throw malformed(`${joinPath(form.path, 'account')} should have at most ${MAX_NAME} characters`);
  }
  if (typeof price !== 'number' || !(price >= 0 && price <= MAX_PRICE)) {
    throw malformed(`${joinPath(form.path, 'price')} should be a number from 0 to ${MAX_PRICE}`);
  }
  if (!new RegExp(CURRENCY).test(currency)) {
    throw malformed(`${joinPath(form.path, 'currency')} should be a currency such as EUR`);
  }
  return { channel, ...(country && { country }), ...(account && { account }), price, currency };
}
