import {
  type FileFields,
  flagField,
  freeField,
  intField,
  listField,
  mapField,
  MAX_HEADERS,
  oneOfField,
  patternField,
  required,
  type SectionReference,
  textField,
  textsField,
} from '#platform/forms';
import { FIELD_TYPES } from '../model/catalog.types.js';
import { FEED_FORMATS } from '../model/feed.types.js';
import { LISTING_TESTS, TESTS } from '../model/selection.types.js';
import { WATCHES_FIELD } from './watches-reference.js';

export const MAX_CATALOGS = 20;
export const MAX_FIELDS = 50;
/** Items of one catalog in the file. */
export const MAX_WRITTEN_ITEMS = 200;
/** Names of catalogs and fields: templates write them after a point. */
export const CATALOG_NAME = /^[A-Za-z]\w{0,63}$/;
const TYPE_PATTERN = `^(${FIELD_TYPES.join('|')})(\\[\\])?$`;

export const MAX_SELECTIONS = 5;
/** Items of a selection. */
export const MAX_SELECTED = 50;
/** Fields whose values the template gives. */
export const MAX_SAME = 3;

const VALUE = { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] };
const VALUES = { anyOf: [...VALUE.anyOf, { type: 'array', items: VALUE }] };

export const SELECTION_FIELDS = {
  name: required(patternField(CATALOG_NAME.source, 'Templates read it in place of a key')),
  where: freeField(
    {
      type: 'object',
      propertyNames: { type: 'string', pattern: CATALOG_NAME.source },
      additionalProperties: {
        type: 'object',
        properties: Object.fromEntries(TESTS.map((test) => [test, LISTING_TESTS.has(test) ? VALUES : VALUE])),
        additionalProperties: false,
      },
    },
    'Conditions on fields, all needed: `{ stock: { atLeast: 1 } }`, with ' +
      '`is` and `isNot` (a value or a list), `atLeast`, `atMost`, `above`, `below`, and `has` of lists. ' +
      'An absent field fits `isNot` alone',
    'all items',
  ),
  same: textsField(
    'Fields that the template gives, at most 3, in this order: `catalogs.products.similar[category]`',
    'none',
  ),
  sort: patternField(
    `^-?${CATALOG_NAME.source.slice(1)}`,
    'A field; with `-` before it descending. Absent values come last; equal ones go by key',
    'by key',
  ),
  limit: required(intField({ min: 1, max: MAX_SELECTED }, 'Items at most')),
} satisfies FileFields;

export const FEED_EVERY = {
  least: '5m',
  leastSeconds: 300,
  standard: '1h',
  standardSeconds: 3600,
  mostSeconds: 7 * 86_400,
} as const;
export const MAX_URL_LENGTH = 2000;

export const FEED_FIELDS = {
  url: required(textField('Asked with GET, `https` and public', { max: MAX_URL_LENGTH })),
  headers: freeField(
    { type: 'object', additionalProperties: { type: 'string' }, maxProperties: MAX_HEADERS },
    'Headers of the request, kept sealed. Left out, stored ones stay; `{}` removes them',
    'none',
  ),
  every: patternField('^[1-9]\\d{0,8}[smhd]$', `At least \`${FEED_EVERY.least}\`, at most \`7d\``, FEED_EVERY.standard),
  format: oneOfField(FEED_FORMATS, '`json` is one list; `ndjson` has an item a line', 'json'),
  removesAbsent: flagField(
    'Deletes items that the feed lacks; a feed with less than half of the items changes nothing',
  ),
  simulator: flagField('The simulators answer in place of its host'),
} satisfies FileFields;

export const CATALOG_FIELDS = {
  name: required(patternField(CATALOG_NAME.source, 'Templates read it by this name')),
  key: required(patternField(CATALOG_NAME.source, 'Field that identifies an item; a text')),
  fields: required(
    freeField(
      {
        type: 'object',
        propertyNames: { type: 'string', pattern: CATALOG_NAME.source },
        additionalProperties: { type: 'string', pattern: TYPE_PATTERN },
        maxProperties: MAX_FIELDS,
      },
      `The type of each field: \`${FIELD_TYPES.join('`, `')}\`, or a list of one, such as \`STRING[]\``,
    ),
  ),
  selections: listField(SELECTION_FIELDS, 'Lists of items by conditions, at most 5; they replace the former ones'),
  watch: WATCHES_FIELD,
  feed: mapField(FEED_FIELDS, 'A file to fetch; removed when absent', 'none'),
  items: freeField(
    { type: 'array', items: { type: 'object' }, maxItems: MAX_WRITTEN_ITEMS },
    'Items to add or change; others stay. For trials and scenarios',
    'none',
  ),
} satisfies FileFields;

export const CATALOGS_REFERENCE: SectionReference = {
  field: listField(CATALOG_FIELDS, 'Products, stores, articles: items with a key and typed fields'),
  about:
    '[Templates](templates.md#catalogs) look items up: `{{ catalogs.products.shirt.title }}`. ' +
    '`POST /rest/3.0/catalogs/{name}/items` adds and changes items, 1,000,000 in an application. Fields may come and go; ' +
    'a returning one loses values that its new type does not accept; key and types change only while the catalog is empty.',
  example: `
app: shop
catalogs:
  - name: products
    key: sku
    fields: { title: STRING, price: DOUBLE, category: STRING, stock: INT, sizes: 'STRING[]' }
    selections:
      - { name: similar, where: { stock: { atLeast: 1 } }, same: [category], sort: price, limit: 3 }
    watch:
      priceDrop: { field: price, events: [AddToCartEvent], attribute: productId, until: [ProductPurchaseEvent] }
`,
};
