import type { Param } from '#platform/db';
import type { ResolvedTarget } from './target.js';

/** Collects the values of one statement; `add` gives the place holder of a value. */
export class Params {
  readonly values: Param[] = [];

  add(value: Param): string {
    return `$${this.values.push(value)}`;
  }
}

/** Whether the predicate stands in a statement that reads installations (alias `i`) or users alone. */
export type Scope = 'installation' | 'user';

/**
 * A resolved target as a boolean SQL expression over `users.app_user AS u` (and `users.installation AS i`). Every value
 * is a parameter. The tree has no negation above its leaves, so an expression that is NULL because something is absent
 * counts as false everywhere.
 *
 * @param app place holder of the application id
 */
export function predicate(target: ResolvedTarget, params: Params, app: string, scope: Scope): string {
  switch (target.type) {
    case 'all':
      return 'true';
    case 'never':
      return 'false';
    case 'and':
    case 'or': {
      const parts = target.of.map((part) => predicate(part, params, app, scope));
      return `(${parts.join(target.type === 'and' ? ' AND ' : ' OR ')})`;
    }
    case 'tag': {
      const tagIds = `${params.add(target.tagIds)}::integer[]`;
      return { any: `u.tags && ${tagIds}`, all: `u.tags @> ${tagIds}`, none: `NOT u.tags && ${tagIds}` }[target.mode];
    }
    case 'attribute': {
      // Containment serves both: a scalar contains what equals it, an array its elements; 34 = 34.0 as in any jsonb.
      const values = params.add(target.values.map((value) => JSON.stringify(value)));
      return `u.attrs -> ${attribute(target.attrId, params)} @> ANY (${values}::jsonb[])`;
    }
    case 'attributeExists':
      return `u.attrs ? ${attribute(target.attrId, params)} = ${params.add(target.exists)}::boolean`;
    case 'address':
      return `u.${target.column} = ANY (${params.add(target.values)}::text[])`;
    case 'addressExists':
      return `u.${target.column} IS ${target.exists ? 'NOT NULL' : 'NULL'}`;
    case 'extIds':
      // The bucket beside the name lets the planner go through app_user_ext_id once per name.
      return `(u.vb, u.ext_id) IN (SELECT q.vb, q.ext_id
              FROM unnest(${params.add(target.vbs)}::smallint[], ${params.add(target.extIds)}::text[]) AS q (vb, ext_id))`;
    case 'installations':
      return installations(params.add(target.instIds), app, scope);
  }
}

function attribute(attrId: number, params: Params): string {
  return `${params.add(String(attrId))}::text`;
}

/** An installation lies in its user's bucket: its own id's, unless installation_home says that it moved. */
function installations(ids: string, app: string, scope: Scope): string {
  const found = `SELECT (coalesce(h.uid, q.inst_id) % 1024)::smallint AS vb, q.inst_id
    FROM unnest(${ids}::bigint[]) AS q (inst_id)
    LEFT JOIN users.installation_home AS h
      ON h.vb = (q.inst_id % 1024)::smallint AND h.app_id = ${app} AND h.inst_id = q.inst_id`;
  return scope === 'installation'
    ? `(i.vb, i.inst_id) IN (${found})`
    : `(u.vb, u.uid) IN (SELECT t.vb, t.uid FROM (${found}) AS f
        JOIN users.installation AS t ON t.vb = f.vb AND t.app_id = ${app} AND t.inst_id = f.inst_id)`;
}
