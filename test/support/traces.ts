import type { Database } from '#platform/db';

/** Where a needle was found. */
export interface Trace {
  table: string;
  needle: string;
}

/**
 * Looks through every column of every table of the database, whatever its type: for texts as they stand and as bytes, and
 * for numbers in columns of large integers (other columns hold counts and numbers of other things, which may be equal by
 * chance).
 */
export async function findTraces(
  db: Database,
  needles: { texts: readonly string[]; bytes?: readonly Buffer[]; numbers?: readonly number[] },
): Promise<Trace[]> {
  const texts = [
    ...needles.texts.flatMap((text) => [text, Buffer.from(text).toString('hex')]),
    ...(needles.bytes ?? []).map((bytes) => bytes.toString('hex')),
  ];
  const traces: Trace[] = [];
  for (const { table, numbers } of await tablesOf(db)) {
    const found = await db.rows<{ needle: string }>(
      `SELECT n.needle FROM unnest($1::text[]) AS n (needle)
       WHERE EXISTS (SELECT FROM ${table} AS t WHERE position(lower(n.needle) IN lower(t::text)) > 0)`,
      [texts],
    );
    traces.push(...found.map(({ needle }) => ({ table, needle })));
    for (const column of (needles.numbers ?? []).length > 0 ? numbers : []) {
      const equal = await db.rows<{ needle: string }>(
        `SELECT n.needle FROM unnest($1::bigint[]) AS n (needle)
         WHERE EXISTS (SELECT FROM ${table} AS t WHERE n.needle = ANY (ARRAY[]::bigint[] || t.${column}))`,
        [needles.numbers ?? []],
      );
      traces.push(...equal.map(({ needle }) => ({ table: `${table}.${column}`, needle: String(needle) })));
    }
  }
  return traces;
}

/** Every table that is not Postgres' own, partitions by their parents, with its columns of large integers. */
async function tablesOf(db: Database): Promise<{ table: string; numbers: string[] }[]> {
  return db.rows(
    `SELECT format('%I.%I', c.table_schema, c.table_name) AS table,
            array_remove(array_agg(CASE WHEN c.udt_name IN ('int8', '_int8') THEN format('%I', c.column_name) END), NULL)
              AS numbers
     FROM information_schema.columns AS c
     JOIN pg_class AS k ON k.oid = format('%I.%I', c.table_schema, c.table_name)::regclass
     WHERE k.relkind IN ('r', 'p') AND NOT k.relispartition
       AND c.table_schema NOT IN ('pg_catalog', 'information_schema')
     GROUP BY 1 ORDER BY 1`,
  );
}
