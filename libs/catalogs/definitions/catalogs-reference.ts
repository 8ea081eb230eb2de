import { type FileFields, freeField, listField, patternField, required, type SectionReference } from '#platform/forms';
import { FIELD_TYPES } from '../model/catalog.types.js';

export const MAX_CATALOGS = 20;
export const MAX_FIELDS = 50;
/** Items of one catalog in the file. */
export const MAX_WRITTEN_ITEMS = 200;
/** Names of catalogs and fields: templates write them after a point. */
export const CATALOG_NAME = /^[A-Za-z]\w{0,63}$/;
const TYPE_PATTERN = `^(${FIELD_TYPES.join('|')})(\\[\\])?$`;

export const CATALOG_FIELDS = {
  name: required(patternField(CATALOG_NAME.source, 'Templates read it by this name')),
  key: required(patternField(CATALOG_NAME.source, 'The field that identifies an item; a text')),
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
  items: freeField(
    { type: 'array', items: { type: 'object' }, maxItems: MAX_WRITTEN_ITEMS },
    'Some items, which are added or changed; others stay. For trials and scenarios',
    'none',
  ),
} satisfies FileFields;

export const CATALOGS_REFERENCE: SectionReference = {
  field: listField(CATALOG_FIELDS, 'Products, stores, articles: items with a key and typed fields'),
  about:
    '[Templates](templates.md#catalogs) look items up: `{{ catalogs.products.shirt.title }}`. ' +
    '`POST /rest/3.0/catalogs/{name}/items` adds and changes items, 1,000,000 in an application. Fields may come and go; ' +
    'the key and the type of a field change only while the catalog is empty.',
  example: `
app: shop
catalogs:
  - name: products
    key: sku
    fields: { title: STRING, price: DOUBLE, image: URL, sizes: 'STRING[]' }
`,
};
