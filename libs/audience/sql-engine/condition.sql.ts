import type { Param } from '#platform/db';
import { dayNumberSql } from '#platform/spelling';
import type { Bounds, DeviceLeaf, DeviceTest } from '../targets/conditions/condition.types.js';
import type { DayRange } from '../targets/conditions/days.js';
import { VERSION_PADDING, VERSION_PARTS, versionParts } from '../targets/conditions/version.js';

/** Adds a parameter to the statement and returns its placeholder. */
type AddParam = (value: Param) => string;

/**
 * A number within bounds, or an array with one.
 *
 * @param stored  expression of the value as jsonb
 */
export function rangeSql(stored: string, bounds: Bounds<number>, add: AddParam): string {
  const within = withinSql(bounds, (at) => `${add(at)}::double precision`);
  return `CASE jsonb_typeof(${stored})
            WHEN 'number' THEN ${within(`(${stored})::double precision`)}
            WHEN 'array' THEN EXISTS (SELECT FROM jsonb_array_elements(${stored}) AS e (value)
              WHERE CASE jsonb_typeof(e.value) WHEN 'number' THEN ${within('e.value::double precision')} ELSE false END)
            ELSE false END`;
}

/**
 * A date that means one of some days, or an array with one. Postgres searches a multirange by halves.
 *
 * @param stored  expression of the value as jsonb
 */
export function daysSql(stored: string, ranges: readonly DayRange[], add: AddParam): string {
  const days = `${add(`{${ranges.map(({ from, to }) => `[${from ?? ''},${to ?? ''}]`).join()}}`)}::int4multirange`;
  const isOn = (value: string): string => `${days} @> ${dayNumberSql(value)}`;
  return `CASE jsonb_typeof(${stored})
            WHEN 'number' THEN ${isOn(`(${stored})::double precision`)}
            WHEN 'array' THEN EXISTS (SELECT FROM jsonb_array_elements(${stored}) AS e (value)
              WHERE CASE jsonb_typeof(e.value) WHEN 'number' THEN ${isOn('e.value::double precision')} ELSE false END)
            ELSE false END`;
}

/** A text with one of some texts in it, or an array with one. */
export function containsSql(stored: string, texts: readonly string[], add: AddParam): string {
  const has = containsTextSql(texts, add);
  return `CASE jsonb_typeof(${stored})
            WHEN 'string' THEN ${has(`(${stored}) #>> '{}'`)}
            WHEN 'array' THEN EXISTS (SELECT FROM jsonb_array_elements(${stored}) AS e (value)
              WHERE CASE jsonb_typeof(e.value) WHEN 'string' THEN ${has("e.value #>> '{}'")} ELSE false END)
            ELSE false END`;
}

/**
 * Users with a device that passes a test · the primary key of the installations, once for each user.
 *
 * @param alias  of the table with the columns of the user
 * @param app    placeholder of the application id
 */
export function deviceSql({ column, ...test }: DeviceLeaf, alias: string, app: string, add: AddParam): string {
  const devices = `EXISTS (SELECT FROM users.v_installation AS d
    WHERE d.vb = ${alias}.vb AND d.app_id = ${app} AND d.uid = ${alias}.uid AND ${testSql(test, `d.${column}::text`, add)})`;
  return test.test === 'exists' && !test.exists ? `NOT ${devices}` : devices;
}

/**
 * Users with a device that takes pushes · the primary key of the installations, once for each user.
 *
 * @param alias      of the table with the columns of the user
 * @param app        placeholder of the application id
 * @param platforms  placeholder of the numbers of platforms
 */
export function takesPushSql(alias: string, app: string, platforms: string): string {
  return `EXISTS (SELECT FROM users.v_installation AS d
    WHERE d.vb = ${alias}.vb AND d.app_id = ${app} AND d.uid = ${alias}.uid AND d.platform = ANY (${platforms}::smallint[])
      AND ${takesPushes('d')})`;
}

/** Tests if a device takes pushes, as an expression over a row of `users.v_installation`. */
export function takesPushes(alias: string): string {
  return `${alias}.token IS NOT NULL AND ${alias}.retired_at IS NULL AND ${alias}.push_permitted`;
}

function testSql(test: DeviceTest, value: string, add: AddParam): string {
  switch (test.test) {
    case 'values':
      return `${value} = ANY (${add(test.values)}::text[])`;
    case 'exists':
      return `${value} IS NOT NULL`;
    case 'contains':
      return containsTextSql(test.texts, add)(value);
    case 'versions': {
      const within = withinSql(test, (at) => `${add(versionParts(at) ?? [])}::numeric[]`);
      return `CASE WHEN ${value} ~ '[0-9]' THEN ${within(versionSql(value))} ELSE false END`;
    }
  }
}

/** The numbers of a version, as `versionParts` has them. */
function versionSql(value: string): string {
  return `(ARRAY(SELECT m.part[1]::numeric FROM regexp_matches(${value} || '${VERSION_PADDING}', '[0-9]+', 'g') AS m (part)))[1:${VERSION_PARTS}]`;
}

function containsTextSql(texts: readonly string[], add: AddParam): (value: string) => string {
  // One operator and no subquery: Citus refuses one that stands in another about the elements of an array.
  const patterns = `${add(texts.map((text) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`))}::text[]`;
  return (value) => `${value} LIKE ANY (${patterns})`;
}

function withinSql<T>({ least, most }: Bounds<T>, toSql: (at: T) => string): (value: string) => string {
  const [lower, upper] = [least && toSql(least.at), most && toSql(most.at)];
  return (value) =>
    [
      ...(least ? [`${value} ${least.isInside ? '>=' : '>'} ${lower}`] : []),
      ...(most ? [`${value} ${most.isInside ? '<=' : '<'} ${upper}`] : []),
    ].join(' AND ') || 'true';
}
