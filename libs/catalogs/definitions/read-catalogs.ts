import { isJsonObject } from '#platform/collections';
import { AppError, malformed } from '#platform/errors';
import { Form, joinPath, namesOf } from '#platform/forms';
import { FIELD_TYPES, type CatalogDefinition, type ItemType, type WrittenCatalog } from '../model/catalog.types.js';
import { readItem } from '../model/read-item.js';
import { readFeed } from './read-feed.js';
import { readName, readSelections } from './read-selections.js';
import { readWatches } from './read-watches.js';
import { CATALOG_FIELDS, CATALOG_NAME, MAX_CATALOGS, MAX_FIELDS, MAX_WRITTEN_ITEMS } from './catalogs-reference.js';

/** Reads the section `catalogs`, by name. @throws AppError malformed with the path of the fault */
export function readCatalogs(value: unknown, path: string): Map<string, WrittenCatalog> {
  const catalogs = new Map<string, WrittenCatalog>();
  for (const form of Form.readList(value, path, namesOf(CATALOG_FIELDS))) {
    const written = { name: readName(form, 'name'), key: readName(form, 'key'), fields: readFields(form) };
    const catalog = { ...written, selections: readSelections(form, written), watches: readWatches(form, written) };
    const ofKey = catalog.fields[catalog.key];
    if (ofKey !== undefined && ofKey !== 'STRING') {
      throw malformed(`${joinPath(joinPath(form.path, 'fields'), catalog.key)} is the key, which is a STRING`);
    }
    if (catalogs.has(catalog.name)) {
      throw malformed(`${joinPath(form.path, 'name')}: ${catalog.name} is listed twice`);
    }
    catalogs.set(catalog.name, { ...catalog, feed: readFeed(form), items: readItems(form, catalog) });
  }
  if (catalogs.size > MAX_CATALOGS) {
    throw malformed(`${path} holds more than ${MAX_CATALOGS} catalogs`);
  }
  return catalogs;
}

function readItems(form: Form, catalog: CatalogDefinition): WrittenCatalog['items'] {
  const path = joinPath(form.path, 'items');
  const given = form.value('items') ?? [];
  if (!Array.isArray(given) || given.length > MAX_WRITTEN_ITEMS) {
    throw malformed(`${path} should be a list of at most ${MAX_WRITTEN_ITEMS} items`);
  }
  const items = given.map((written: unknown, index) => {
    try {
      return readItem(catalog, written);
    } catch (error) {
      throw error instanceof AppError ? malformed(`${joinPath(path, index)}: ${error.message}`) : error;
    }
  });
  if (new Set(items.map(({ key }) => key)).size < items.length) {
    throw malformed(`${path} has a key twice`);
  }
  return items;
}

/** Reads a type in any case. */
function readType(value: unknown, path: string): ItemType {
  const [, written = '', list = ''] = /^(\w+)(\[\])?$/.exec(typeof value === 'string' ? value : '') ?? [];
  const type = FIELD_TYPES.find((name) => name === written.toUpperCase());
  if (!type) {
    throw malformed(`${path} should be one of ${FIELD_TYPES.join(', ')}, or a list such as STRING[]`);
  }
  return list === '' ? type : `${type}[]`;
}

function readFields(form: Form): CatalogDefinition['fields'] {
  const path = joinPath(form.path, 'fields');
  const value = form.value('fields');
  if (!isJsonObject(value)) {
    throw malformed(`${path} should be a map of fields to their types`);
  }
  const entries = Object.entries(value);
  if (entries.length > MAX_FIELDS) {
    throw malformed(`${path} holds more than ${MAX_FIELDS} fields`);
  }
  return Object.fromEntries(
    entries.map(([name, type]) => {
      if (!CATALOG_NAME.test(name)) {
        throw malformed(`${joinPath(path, name)} should be letters, digits and _, at most 64`);
      }
      return [name, readType(type, joinPath(path, name))] as const;
    }),
  );
}
