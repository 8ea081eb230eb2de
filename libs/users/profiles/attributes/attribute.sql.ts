import type { AttributeDefinition, AttributeValue } from '../model/attribute.types.js';

/**
 * Values by attribute id as the JSON of `attrs`. Why not an object: with numeric keys from 1000 on it becomes an array
 * of thousands of slots, eight kilobytes of garbage for each user of a batch.
 */
export function toAttrsJson(attrs: ReadonlyMap<number, AttributeValue | null>): string {
  let json = '';
  for (const [id, value] of attrs) {
    json += `${json === '' ? '' : ','}"${id}":${JSON.stringify(value)}`;
  }
  return `{${json}}`;
}

/** Values of `users.app_user` in SQL, without those that are being removed from all users. */
export const attributeSql = {
  /**
   * The value of an attribute, as an expression over `users.app_user AS u`; NULL when there is none. Users that survive a
   * removal keep it.
   *
   * @param attr  placeholder of the attribute's id, as text
   * @param app  placeholder of the application id
   */
  visible(definition: Pick<AttributeDefinition, 'removing'>, attr: string, app: string): string {
    const stored = `u.attrs -> ${attr}::text`;
    return definition.removing === undefined
      ? stored
      : `users.without(${stored}, jsonb_path_query_array((
         SELECT coalesce(jsonb_object_agg(r.removal_id, r.value), '{}') FROM users.removal AS r
         WHERE r.app_id = ${app} AND r.attr_id = ${attr}::text::integer AND r.done_at IS NULL AND r.value IS NOT NULL)
         - ARRAY(SELECT s.removal_id::text FROM users.removal_survivor AS s
                 WHERE s.vb = u.vb AND s.app_id = ${app} AND s.uid = u.uid), '$.*'))`;
  },

  /** The ids of the removals that a user `u` survives, as an array. */
  survivedBy(u: string): string {
    return `ARRAY(SELECT s.removal_id FROM users.removal_survivor AS s
                    WHERE s.vb = ${u}.vb AND s.app_id = ${u}.app_id AND s.uid = ${u}.uid)`;
  },

  /**
   * All visible values, as an object by attribute id. Apart from `survivedBy`: Citus reads the removals by themselves.
   *
   * @param stored  the column `attrs`
   * @param survived  what `survivedBy` gave
   */
  allVisible({ stored, survived, app }: { stored: string; survived: string; app: string }): string {
    return `(
         SELECT coalesce(jsonb_object_agg(v.key, v.value) FILTER (WHERE v.value IS NOT NULL), '{}')
         FROM (SELECT a.key, users.without(a.value, (
                 SELECT coalesce(jsonb_agg(r.value), '[]') FROM users.removal AS r
                 WHERE r.app_id = ${app} AND r.attr_id = a.key::integer AND r.done_at IS NULL AND r.value IS NOT NULL
                   AND r.removal_id <> ALL (${survived}))) AS value
               FROM jsonb_each(${stored}) AS a) AS v)`;
  },

  /** The ids of attributes of an application that have removals, done ones too, as JSON. */
  removing(app: string): string {
    return `(SELECT coalesce(json_agg(DISTINCT r.attr_id), '[]') FROM users.removal AS r WHERE r.app_id = ${app})`;
  },
};
