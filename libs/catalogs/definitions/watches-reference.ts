import { type FileFields, intField, mapField, patternField, required, textField, textsField } from '#platform/forms';

export const MAX_WATCH_EVENTS = 10;
/** Characters of the names of events and attributes. */
export const MAX_WATCH_NAME = 100;
export const WATCH_WITHIN = { standard: '30d', most: '90d', mostSeconds: 90 * 86_400 } as const;
/** People for one change. */
export const MAX_WATCH_PEOPLE = { standard: 100_000, most: 1_000_000 } as const;

export const WATCH_FIELDS = {
  field: required(textField('The field that is watched, a number; for `backInStock` also a BOOLEAN')),
  events: required(textsField('Events that name an item, such as `AddToCartEvent`')),
  attribute: required(
    textField('Their attribute that has the key of the item, or a list of keys', { max: MAX_WATCH_NAME }),
  ),
  until: textsField('Events with the same attribute after which the person is not concerned any more', 'none'),
  within: patternField(
    '^[1-9]\\d{0,8}[smhd]$',
    `Age of the events, at most \`${WATCH_WITHIN.most}\``,
    WATCH_WITHIN.standard,
  ),
  most: intField({ min: 1, max: MAX_WATCH_PEOPLE.most }, 'People for one change', String(MAX_WATCH_PEOPLE.standard)),
} satisfies FileFields;

export const WATCHES_FIELD = mapField(
  {
    priceDrop: mapField(WATCH_FIELDS, 'The field falls: event `PriceDropped`', 'none'),
    backInStock: mapField(
      WATCH_FIELDS,
      'The field was absent, 0 or false, and is more now: event `BackInStock`',
      'none',
    ),
  },
  'Changes of items that become [events of people](templates.md#prices-and-stock)',
  'none',
);
