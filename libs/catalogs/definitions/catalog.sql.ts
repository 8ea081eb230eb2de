import type { Statements } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Catalog, CatalogDefinition } from '../model/catalog.types.js';

/** Columns of a catalog in the names of `Catalog`. */
export const CATALOG_COLUMNS = `c.catalog_id AS id, c.name, c.key_field AS key, c.fields, c.version::float8 AS version,
  c.items, c.changed_at AS "changedAt",
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', s.selection_id, 'name', s.name) || s.definition ORDER BY s.name)
              FROM catalogs.selection AS s WHERE s.catalog_id = c.catalog_id), '[]'::jsonb) AS selections,
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', w.watch_id, 'kind', w.kind) || w.definition ORDER BY w.kind DESC)
              FROM catalogs.watch AS w WHERE w.catalog_id = c.catalog_id), '[]'::jsonb) AS watches`;

/** Every catalog of an application, by name · catalog_name · no locks. */
export async function findCatalogs(on: Statements, appId: number): Promise<Catalog[]> {
  return on.rows<Catalog>(`SELECT ${CATALOG_COLUMNS} FROM catalogs.catalog AS c WHERE c.app_id = $1 ORDER BY c.name`, [
    appId,
  ]);
}

/** Names in catalogs that templates may read. */
export async function findCatalogNames(on: Statements, appId: number): Promise<ReturnType<typeof namesOfCatalogs>> {
  return namesOfCatalogs(await findCatalogs(on, appId));
}

/** The fields of each catalog, its key among them, and the values that its selections are given. */
export function namesOfCatalogs(
  catalogs: readonly Omit<CatalogDefinition, 'watches'>[],
): Map<string, { fields: ReadonlySet<string>; selections: ReadonlyMap<string, readonly string[]> }> {
  return new Map(
    catalogs.map(({ name, key, fields, selections }) => [
      name,
      {
        fields: new Set([key, ...Object.keys(fields)]),
        selections: new Map(selections.map((selection) => [selection.name, selection.same])),
      },
    ]),
  );
}

/** @throws AppError unknown_key */
export function existing(catalogs: readonly Catalog[], name: string): Catalog {
  const catalog = catalogs.find((known) => known.name === name);
  if (!catalog) {
    throw new AppError('unknown_key', `There is no catalog ${name.slice(0, 64)}`, { field: 'name' });
  }
  return catalog;
}
