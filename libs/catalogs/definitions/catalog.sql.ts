import type { Statements } from '#platform/db';
import type { Catalog } from '../model/catalog.types.js';

/** Columns of a catalog in the names of `Catalog`. */
export const CATALOG_COLUMNS = `c.catalog_id AS id, c.name, c.key_field AS key, c.fields, c.version::float8 AS version,
  c.items, c.changed_at AS "changedAt"`;

/** Every catalog of an application, by name · catalog_name · no locks. */
export async function findCatalogs(on: Statements, appId: number): Promise<Catalog[]> {
  return on.rows<Catalog>(`SELECT ${CATALOG_COLUMNS} FROM catalogs.catalog AS c WHERE c.app_id = $1 ORDER BY c.name`, [
    appId,
  ]);
}

/** The fields of each catalog, its key among them, by name. */
export async function findCatalogFields(on: Statements, appId: number): Promise<Map<string, ReadonlySet<string>>> {
  const catalogs = await findCatalogs(on, appId);
  return new Map(catalogs.map(({ name, key, fields }) => [name, new Set([key, ...Object.keys(fields)])]));
}
