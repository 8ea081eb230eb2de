import { isJsonObject } from '#platform/collections';
import { malformed } from '#platform/errors';
import { Form, joinPath, namesOf } from '#platform/forms';
import { FIELD_TYPES, type CatalogDefinition, type ItemType } from '../model/catalog.types.js';
import type { ItemValue } from '../model/item-value.types.js';
import { READERS } from '../model/read-item.js';
import { typeOfField } from '../model/select-items.js';
import { LISTING_TESTS, TESTS, type SelectionDefinition, type Test } from '../model/selection.types.js';
import { CATALOG_NAME, MAX_SAME, MAX_SELECTED, MAX_SELECTIONS, SELECTION_FIELDS } from './catalogs-reference.js';

type Fields = Pick<CatalogDefinition, 'key' | 'fields'>;

const MAX_CONDITIONS = 10;
const MAX_VALUES = 50;
/** Types of which one value is less than another. */
const ORDERED: ReadonlySet<string> = new Set(['INT', 'LONG', 'DOUBLE', 'DATE', 'TIME_STAMP']);

/** Reads the selections of a catalog, in the order of their names. @throws AppError malformed with the path of the fault */
export function readSelections(catalog: Form, fields: Fields): SelectionDefinition[] {
  const path = joinPath(catalog.path, 'selections');
  const selections = Form.readList(catalog.value('selections') ?? [], path, namesOf(SELECTION_FIELDS)).map(
    (form): SelectionDefinition => {
      const limit = form.int('limit', { min: 1, max: MAX_SELECTED });
      if (limit === undefined) {
        throw malformed(`${joinPath(form.path, 'limit')} is required`);
      }
      return {
        name: readName(form, 'name'),
        where: readWhere(form, fields),
        same: readSame(form, fields),
        sort: readSort(form, fields),
        limit,
      };
    },
  );
  if (selections.length > MAX_SELECTIONS) {
    throw malformed(`${path} holds more than ${MAX_SELECTIONS} selections`);
  }
  if (new Set(selections.map(({ name }) => name)).size < selections.length) {
    throw malformed(`${path} has a name twice`);
  }
  return selections.toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

/** Reads a name that templates write after a point. */
export function readName(form: Form, field: string): string {
  const name = form.text(field);
  if (!CATALOG_NAME.test(name)) {
    throw malformed(`${joinPath(form.path, field)} should be letters, digits and _, at most 64`);
  }
  return name;
}

function readWhere(form: Form, fields: Fields): SelectionDefinition['where'] {
  const path = joinPath(form.path, 'where');
  const where = form.value('where') ?? {};
  if (!isJsonObject(where) || Object.keys(where).length > MAX_CONDITIONS) {
    throw malformed(`${path} should be a map of at most ${MAX_CONDITIONS} fields to their conditions`);
  }
  return Object.fromEntries(
    Object.entries(where).map(([field, written]) => {
      const place = joinPath(path, field);
      const type = readType(fields, field, place);
      const tests = Form.read(written, place, TESTS);
      const tested = TESTS.filter((test) => tests.has(test));
      if (tested.length === 0) {
        throw malformed(`${place} should have one of ${TESTS.join(', ')}`);
      }
      return [field, Object.fromEntries(tested.map((test) => [test, readValue(tests, test, type)]))] as const;
    }),
  );
}

function readValue(tests: Form, test: Test, type: ItemType): ItemValue {
  const path = joinPath(tests.path, test);
  const base = FIELD_TYPES.find((name) => type === name || type === `${name}[]`) ?? 'STRING';
  const isList = type !== base;
  if ((test === 'has') !== isList || (!LISTING_TESTS.has(test) && !ORDERED.has(base))) {
    throw malformed(`${path} is no condition of a ${type}`);
  }
  const { accepts, expected } = READERS[base];
  const value = tests.value(test);
  const isAccepted =
    Array.isArray(value) && LISTING_TESTS.has(test)
      ? value.length > 0 && value.length <= MAX_VALUES && value.every(accepts)
      : accepts(value);
  if (!isAccepted) {
    throw malformed(
      `${path} should be ${expected}${LISTING_TESTS.has(test) ? `, or a list of at most ${MAX_VALUES}` : ''}`,
    );
  }
  return value as ItemValue;
}

function readSame(form: Form, fields: Fields): string[] {
  const path = joinPath(form.path, 'same');
  const same = form.texts('same') ?? [];
  if (same.length > MAX_SAME || new Set(same).size < same.length) {
    throw malformed(`${path} should be a list of at most ${MAX_SAME} fields, each once`);
  }
  same.forEach((field, index) => refuseList(readType(fields, field, joinPath(path, index)), joinPath(path, index)));
  return same;
}

function readSort(form: Form, fields: Fields): string | null {
  const sort = form.optionalText('sort');
  if (sort === undefined) {
    return null;
  }
  const path = joinPath(form.path, 'sort');
  refuseList(readType(fields, sort.replace(/^-/, ''), path), path);
  return sort;
}

function readType(fields: Fields, field: string, path: string): ItemType {
  const type = typeOfField(fields, field);
  if (type === undefined) {
    throw malformed(`${path}: the catalog has no field ${field.slice(0, 64)}`);
  }
  return type;
}

function refuseList(type: ItemType, path: string): void {
  if (type.endsWith('[]')) {
    throw malformed(`${path} should be a field with one value`);
  }
}
