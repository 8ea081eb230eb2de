import { query, runQuery, type Param, type RawClient, type RawResult } from './statements.js';

/** Runs one statement, with settings in a transaction of its own, because they last until its end. */
export async function runWithSettings(
  client: RawClient,
  settings: string,
  sql: string,
  params: readonly Param[],
): Promise<RawResult> {
  if (settings === '') {
    return query(client, sql, params);
  }
  await runQuery(client, { text: `START TRANSACTION; ${settings}`, values: [] });
  try {
    const result = await query(client, sql, params);
    await query(client, 'COMMIT');
    return result;
  } catch (error) {
    await query(client, 'ROLLBACK').catch(() => undefined);
    throw error;
  }
}
