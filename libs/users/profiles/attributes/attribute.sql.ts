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

/**
 * The value of an attribute, as a SQL expression over `users.app_user AS u`; NULL when there is none. A value that is
 * being removed from all users is left out, except for users that survive the removal.
 *
 * @param attr  placeholder of the attribute's id, as text
 * @param app  placeholder of the application id
 */
export function visibleAttributeSql(
  definition: Pick<AttributeDefinition, 'removing'>,
  attr: string,
  app: string,
): string {
  const stored = `u.attrs -> ${attr}::text`;
  return definition.removing === undefined
    ? stored
    : `users.without(${stored}, jsonb_path_query_array((
         SELECT coalesce(jsonb_object_agg(r.removal_id, r.value), '{}') FROM users.removal AS r
         WHERE r.app_id = ${app} AND r.attr_id = ${attr}::text::integer AND r.done_at IS NULL AND r.value IS NOT NULL)
         - ARRAY(SELECT s.removal_id::text FROM users.removal_survivor AS s
                 WHERE s.vb = u.vb AND s.app_id = ${app} AND s.uid = u.uid), '$.*'))`;
}
