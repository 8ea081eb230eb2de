import { isJsonObject } from '#platform/collections';
import { malformed } from '#platform/errors';
import { Form, joinPath, namesOf } from '#platform/forms';
import { FIELD_TYPES, type CatalogDefinition, type ItemType } from '../model/catalog.types.js';
import { CATALOG_FIELDS, CATALOG_NAME, MAX_CATALOGS, MAX_FIELDS } from './catalogs-reference.js';

/** Reads the section `catalogs`, by name. @throws AppError malformed with the path of the fault */
export function readCatalogs(value: unknown, path: string): Map<string, CatalogDefinition> {
  const catalogs = new Map<string, CatalogDefinition>();
  for (const form of Form.readList(value, path, namesOf(CATALOG_FIELDS))) {
    const catalog = { name: readName(form, 'name'), key: readName(form, 'key'), fields: readFields(form) };
    const ofKey = catalog.fields[catalog.key];
    if (ofKey !== undefined && ofKey !== 'STRING') {
      throw malformed(`${joinPath(joinPath(form.path, 'fields'), catalog.key)} is the key, which is a STRING`);
    }
    if (catalogs.has(catalog.name)) {
      throw malformed(`${joinPath(form.path, 'name')}: ${catalog.name} is listed twice`);
    }
    catalogs.set(catalog.name, catalog);
  }
  if (catalogs.size > MAX_CATALOGS) {
    throw malformed(`${path} holds more than ${MAX_CATALOGS} catalogs`);
  }
  return catalogs;
}

function readName(form: Form, field: string): string {
  const name = form.text(field);
  if (!CATALOG_NAME.test(name)) {
    throw malformed(`${joinPath(form.path, field)} should be letters, digits and _, at most 64`);
  }
  return name;
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
