import type { Database } from '#platform/db';

/** The place where a needle was found. */
export interface Trace {
  /** `schema.table` for a text, `schema.table.column` for a number. */
  table: string;
  needle: string;
}

export interface Needles {
  texts: readonly string[];
  bytes?: readonly Buffer[];
  /** Numbers of one application, which others use too. */
  appId?: number;
  uids?: readonly number[];
  instIds?: readonly number[];
}

/**
 * Looks through every table of the database: for texts and bytes in whole rows, whatever the columns' types, and for
 * numbers of users and installations in the columns of large integers that hold such, which their names tell (other
 * columns hold numbers of other things, which may be equal by chance).
 */
export async function findTraces(db: Database, needles: Needles): Promise<Trace[]> {
  const texts = [
    ...needles.texts.flatMap((text) => [text, Buffer.from(text).toString('hex')]),
    ...(needles.bytes ?? []).map((bytes) => bytes.toString('hex')),
  ];
  const traces: Trace[] = [];
  for (const { table, columns, isOfApplication } of await tablesOf(db)) {
    const actual = await db.rows<{ needle: string }>(
      `SELECT DISTINCT n.needle FROM unnest($1::text[]) AS n (needle)
       JOIN ${table} AS t ON position(lower(n.needle) IN lower(t::text)) > 0`,
      [texts],
    );
    traces.push(...actual.map(({ needle }) => ({ table, needle })));
    for (const column of columns) {
      const numbers = /uid/.test(column) ? needles.uids : /inst_id|recipient_id/.test(column) ? needles.instIds : [];
      const equal = await db.rows<{ needle: number }>(
        `SELECT DISTINCT n.needle FROM unnest($1::bigint[]) AS n (needle)
         JOIN ${table} AS t ON n.needle = ANY (ARRAY[]::bigint[] || t.${column})
                           AND ${isOfApplication ? 't.app_id = $2' : '$2::integer IS NOT NULL'}`,
        [numbers ?? [], needles.appId ?? 0],
      );
      traces.push(...equal.map(({ needle }) => ({ table: `${table}.${column}`, needle: String(needle) })));
    }
  }
  return traces;
}

/** Every table that is not Postgres' own, partitions by their parents, with its columns of large integers. */
async function tablesOf(db: Database): Promise<{ table: string; columns: string[]; isOfApplication: boolean }[]> {
  return db.rows(
    `SELECT format('%I.%I', c.table_schema, c.table_name) AS table, bool_or(c.column_name = 'app_id') AS "isOfApplication",
            array_remove(array_agg(CASE WHEN c.udt_name IN ('int8', '_int8') THEN format('%I', c.column_name) END), NULL)
              AS columns
     FROM information_schema.columns AS c
     JOIN pg_class AS k ON k.oid = format('%I.%I', c.table_schema, c.table_name)::regclass
     WHERE k.relkind IN ('r', 'p') AND NOT k.relispartition
       AND c.table_schema NOT IN ('pg_catalog', 'information_schema')
     GROUP BY c.table_schema, c.table_name ORDER BY 1`,
  );
}
