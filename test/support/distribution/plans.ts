import type { Database } from '#platform/db';
import { recordStatements, takeStatements } from './statement-recorder.js';

interface PlanNode {
  Plans?: PlanNode[];
  [property: string]: unknown;
}

/** A statement with the shapes of its plans: over views for other modules, and over the tables behind them. */
export interface ComparedPlan {
  text: string;
  overViews: unknown;
  overTables: unknown;
}

const VIEW = /\b(users|events|delivery|notifications|tenancy)\.v_/g;
/** Properties of the way in which rows are found and joined. */
const SHAPE = [
  'Node Type',
  'Relation Name',
  'Index Name',
  'Join Type',
  'Strategy',
  'Index Cond',
  'Recheck Cond',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
  'Filter',
];

/**
 * Plans each statement of `run` that reads a view, and the same one over the tables. Parameters have no values in a plan, as in
 * one that a prepared statement keeps; Postgres 16 and newer can make such a plan.
 */
export async function comparePlans(db: Database, run: () => Promise<unknown>): Promise<ComparedPlan[]> {
  recordStatements(true, { every: true });
  takeStatements();
  await run().finally(() => recordStatements(false));
  const texts = takeStatements().filter((text) => text.search(VIEW) !== -1);
  const compared: ComparedPlan[] = [];
  for (const text of texts) {
    compared.push({ text, overViews: await plan(db, text), overTables: await plan(db, text.replaceAll(VIEW, '$1.')) });
  }
  return compared;
}

async function plan(db: Database, text: string): Promise<unknown> {
  const row = await db.row<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
  return shapeOf(row?.['QUERY PLAN'][0]?.Plan ?? {});
}

/** A condition names its tables by their alias, which is another one for a table behind a view. */
function shapeOf({ Plans = [], ...node }: PlanNode): unknown {
  const own = SHAPE.flatMap((property) => {
    const value = node[property];
    return typeof value === 'string' ? [[property, value.replaceAll(/\b[a-z_]\w*\.(?=\w)/g, '')]] : [];
  });
  return { ...Object.fromEntries(own), ...(Plans.length > 0 && { plans: Plans.map(shapeOf) }) };
}
