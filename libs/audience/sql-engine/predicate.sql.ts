import { boundingBox, distanceKmSql } from '#libs/geofences';
import { addressSql, consentSql, chosenAddressSql } from '#libs/users/identities';
import { refusesTopicSql, topicChannelSql } from '#libs/users/preferences';
import { attributeSql } from '#libs/users/profiles';
import { placedInstallationsSql } from '#libs/users/devices';
import type { Param } from '#platform/db';
import { containsSql, daysSql, deviceSql, rangeSql, takesPushSql } from './condition.sql.js';
import type { MemberSet } from './member-set.js';
import type { AttributeRef, MembershipLeaf, ResolvedTarget } from '../targets/target.js';

/** Collects the parameters of one statement. `add` returns the placeholder of a value. */
export class Params {
  readonly values: Param[] = [];

  add(value: Param): string {
    return `$${this.values.push(value)}`;
  }
}

/** Users of the membership leaves, at least those in the buckets that the statement reads. */
export type LeafMembers = ReadonlyMap<MembershipLeaf, MemberSet>;

export const NO_LEAF_MEMBERS: LeafMembers = new Map();

/**
 * The statement that contains a predicate.
 *
 * @property app    placeholder of the application id
 * @property scope  whether the statement reads installations (alias `i`) or only users
 */
export interface PredicateContext {
  params: Params;
  app: string;
  scope: 'installation' | 'user';
  members: LeafMembers;
}

/**
 * A resolved target as a boolean SQL expression over `users.v_app_user AS u` (and `users.v_installation AS i`). Every value
 * is a parameter. An expression that is NULL counts as false everywhere, also below a negation.
 */
export function predicate(target: ResolvedTarget, statement: PredicateContext): string {
  const { params } = statement;
  switch (target.type) {
    case 'all':
      return 'true';
    case 'never':
      return 'false';
    case 'and':
    case 'or': {
      const parts = target.of.map((part) => predicate(part, statement));
      return `(${parts.join(target.type === 'and' ? ' AND ' : ' OR ')})`;
    }
    case 'not':
      return `((${target.of.map((part) => predicate(part, statement)).join(' OR ') || 'false'}) IS NOT TRUE)`;
    case 'tag':
      return tagPredicate(target, params);
    case 'segment':
      return membershipPredicate(target, target.mode !== 'none', statement);
    case 'event':
      return membershipPredicate(target, target.did, statement);
    case 'seen':
      return seenPredicate(target, statement);
    case 'attribute':
      return attributePredicate(target, statement);
    case 'attributeExists':
      return `nullif(${attributeValue(target, statement)}, '[]') IS ${target.exists ? 'NOT NULL' : 'NULL'}`;
    case 'range':
      return rangeSql(attributeValue(target, statement), target, (value) => params.add(value));
    case 'days':
      return daysSql(attributeValue(target, statement), target.ranges, (value) => params.add(value));
    case 'contains':
      return containsSql(attributeValue(target, statement), target.texts, (value) => params.add(value));
    case 'device':
      return deviceSql(target, userAlias(statement), statement.app, (value) => params.add(value));
    case 'address':
      return `(${uidIsOneOf('u', target.uids, params)} AND ${addressSql('u', target.column)} = ANY (${params.add(target.values)}::text[]))`;
    case 'addressExists':
      return `${addressSql('u', target.column)} IS ${target.exists ? 'NOT NULL' : 'NULL'}`;
    case 'location':
      return locationPredicate(target, statement);
    case 'extIds':
      // With the bucket beside the extId, the planner uses app_user_ext_id once for each extId.
      return `(u.vb, u.ext_id) IN (SELECT q.vb, q.ext_id
              FROM unnest(${params.add(target.vbs)}::smallint[], ${params.add(target.extIds)}::text[]) AS q (vb, ext_id))`;
    case 'uids':
      return uidIsOneOf(userAlias(statement), target.uids, params);
    case 'installations':
      return installationsPredicate(params.add(target.instIds), statement);
    case 'takesPush':
      return takesPushSql(userAlias(statement), statement.app, params.add(target.platforms));
    case 'takesMessages':
      return `(${chosenAddressSql('u', target.column)} IS NOT NULL AND ${consentSql('u', target.column)})`;
    case 'refusesCategory':
      return refusesTopicSql({
        categoryIds: `${params.add(target.categoryIds)}::integer[]`,
        defaultOff: `${params.add(target.defaultOff)}::integer[]`,
        channel: topicChannelSql(target.platform),
      });
  }
}

/** Tests if a predicate reads the user's row. */
export function readsUserRow(target: ResolvedTarget): boolean {
  switch (target.type) {
    case 'all':
    case 'never':
    case 'uids':
    case 'installations':
    case 'location':
    case 'segment':
    case 'event':
      return false;
    case 'and':
    case 'or':
    case 'not':
      return target.of.some(readsUserRow);
    default:
      return true;
  }
}

/** From nine values on, Postgres hashes the list of `= ANY`. It walks through the list of `&&` and `@>`. */
const MIN_HASHED_VALUES = 9;

function tagPredicate({ mode, tagIds }: ResolvedTarget & { type: 'tag' }, params: Params): string {
  const ids = `${params.add(tagIds)}::integer[]`;
  if (mode === 'all') {
    return `(cardinality(u.tags) >= ${params.add(tagIds.length)}::integer AND u.tags @> ${ids})`;
  }
  const any =
    tagIds.length < MIN_HASHED_VALUES
      ? `u.tags && ${ids}`
      : `EXISTS (SELECT FROM unnest(u.tags) AS t (id) WHERE t.id = ANY (${ids}))`;
  return mode === 'none' ? `NOT ${any}` : any;
}

/** Values compare as jsonb: 34 equals 34.0, but not '34'. */
function attributePredicate(target: ResolvedTarget & { type: 'attribute' }, statement: PredicateContext): string {
  const { array, values } = target;
  const stored = attributeValue(target, statement);
  const accepted = `ANY (${statement.params.add(values.map((value) => JSON.stringify(value)))}::jsonb[])`;
  if (!array) {
    return `${stored} = ${accepted}`;
  }
  return values.length < MIN_HASHED_VALUES
    ? `${stored} @> ${accepted}`
    : `EXISTS (SELECT FROM jsonb_array_elements(${stored}) AS e (value) WHERE e.value = ${accepted})`;
}

function attributeValue(attribute: AttributeRef, { params, app }: PredicateContext): string {
  return `(${attributeSql.visible(attribute, params.add(String(attribute.attrId)), app)})`;
}

/** The planner uses the primary key once for each user. */
function uidIsOneOf(alias: 'u' | 'i', uids: readonly number[], params: Params): string {
  return `(${alias}.vb, ${alias}.uid) IN (SELECT (q.uid % 1024)::smallint, q.uid
          FROM unnest(${params.add(uids)}::bigint[]) AS q (uid))`;
}

/** The alias of the table that has the columns of the user. */
function userAlias({ scope }: PredicateContext): 'u' | 'i' {
  return scope === 'installation' ? 'i' : 'u';
}

function membershipPredicate(leaf: MembershipLeaf, isIncluded: boolean, statement: PredicateContext): string {
  const set = statement.members.get(leaf);
  if (!set) {
    throw new Error('The members of a leaf were not read');
  }
  const member = memberPredicate(set, statement);
  return isIncluded ? member : `NOT ${member}`;
}

/** A user without activity is outside any window. */
function seenPredicate(
  { which, inside, since, until }: ResolvedTarget & { type: 'seen' },
  { params }: PredicateContext,
): string {
  const at = which === 'first' ? 'u.created_at' : 'max(l.last_active_at)';
  const bound = (ms: number): string => `${params.add(new Date(ms).toISOString())}::timestamptz`;
  const within = [
    ...(since === null ? [] : [`${at} >= ${bound(since)}`]),
    ...(until === null ? [] : [`${at} < ${bound(until)}`]),
  ].join(' AND ');
  const seen =
    which === 'first'
      ? `(${within})`
      : `EXISTS (SELECT 1 FROM users.v_installation AS l
                 WHERE l.vb = u.vb AND l.app_id = u.app_id AND l.uid = u.uid
                 GROUP BY l.vb, l.uid HAVING ${within})`;
  return `${inside ? '' : 'NOT '}${seen}`;
}

/** Many members are passed as bits: a long list would be hashed for every statement, or searched for every user. */
function memberPredicate(set: MemberSet, statement: PredicateContext): string {
  const alias = userAlias(statement);
  const { params } = statement;
  if (set.kind === 'list') {
    return uidIsOneOf(alias, set.uids, params);
  }
  const [from, to, rows] = [set.vbFrom, set.vbTo, set.rows].map((value) => `${params.add(value)}::integer`);
  return `CASE WHEN ${alias}.vb >= ${from} AND ${alias}.vb < ${to} AND ${alias}.uid / 1024 < ${rows}
          THEN get_bit(${params.add(set.bits)}::bytea, ${alias}.uid / 1024 * (${to} - ${from}) + ${alias}.vb - ${from}) = 1
          ELSE false END`;
}

/**
 * The bounding box uses installation_location_place; the distance decides. With EXISTS, the planner starts from the
 * place or from the user, whichever has fewer rows.
 */
function locationPredicate(target: ResolvedTarget & { type: 'location' }, statement: PredicateContext): string {
  const { params } = statement;
  const alias = userAlias(statement);
  const { south, north, spans } = boundingBox(target, target.radius);
  const degrees = (value: number): string => `${params.add(value)}::double precision`;
  const between = ([west, east]: readonly [number, number]): string =>
    `l.longitude BETWEEN ${degrees(west)} AND ${degrees(east)}`;
  const distance = distanceKmSql({ latitude: degrees(target.latitude), longitude: degrees(target.longitude) }, 'l');
  return `EXISTS (SELECT FROM users.v_installation_location AS l
          WHERE l.app_id = ${statement.app} AND l.vb = ${alias}.vb AND l.uid = ${alias}.uid
            AND l.latitude BETWEEN ${degrees(south)} AND ${degrees(north)}
            AND (${between(spans[0])} OR ${between(spans[1])}) AND ${distance} <= ${degrees(target.radius)})`;
}

function installationsPredicate(ids: string, { app, scope }: PredicateContext): string {
  const located = placedInstallationsSql({ ids, app });
  return scope === 'installation'
    ? `(i.vb, i.inst_id) IN (${located})`
    : `(u.vb, u.uid) IN (SELECT t.vb, t.uid FROM (${located}) AS f
        JOIN users.v_installation AS t ON t.vb = f.vb AND t.app_id = ${app} AND t.inst_id = f.inst_id)`;
}
