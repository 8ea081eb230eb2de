import { CHANNEL_DEFINITIONS, contactOfKind, type AddressKind } from '#libs/channels/definitions';
import { chosenAddressSql, consentSql } from '#libs/users/identities';
import { Injectable } from '@nestjs/common';
import { DUAL_CHANNEL_PLATFORMS, PLATFORMS } from '#libs/content';
import { distanceKmSql } from '#libs/geofences';
import { refusesTopicSql, topicChannelSql, topicsSql } from '#libs/users/preferences';
import { ALL_EACH, ONE_EACH, Database, numberArray, type Statements } from '#platform/db';
import type { BucketRange, HolderChoice, RecipientGroup, RecipientRange } from './ranges.js';
import { NO_LEAF_MEMBERS, Params, predicate, readsUserRow, type LeafMembers } from './predicate.sql.js';
import type { ResolvedTarget } from '../targets/target.js';

/** Platforms whose tokens are of two kinds: APNs device tokens and web push subscriptions. */
const DUAL_TOKEN_PLATFORMS: readonly number[] = DUAL_CHANNEL_PLATFORMS.map((platform) => PLATFORMS[platform].number);

/** Users with an installation of one platform; platform 0 stands for all users. */
export interface PlatformMembers {
  platform: number;
  uids: number[];
}

type InstallationGroupRow = Omit<RecipientGroup, 'native' | 'owners'> & {
  native: boolean;
  owners: [number, number][] | null;
};

/** The time zone of the user's most recently active installation that reports one. */
const LAST_TIME_ZONE = `LEFT JOIN LATERAL (
  SELECT i.time_zone FROM users.v_installation AS i
   WHERE i.vb = u.vb AND i.app_id = u.app_id AND i.uid = u.uid AND i.time_zone IS NOT NULL
   ORDER BY i.last_active_at DESC NULLS LAST, i.inst_id DESC LIMIT 1) AS z ON true`;

/**
 * Evaluates targets in SQL: exact, always available, and the reference for the index. Reads views of the module users.
 */
@Injectable()
export class AudienceRepository {
  constructor(private readonly db: Database) {}

  /**
   * Counts matching users · one row · a scan of the users in the range, or index look-ups for extIds, installations,
   * addresses, places and small segments · no locks.
   */
  async countUsers(appId: number, target: ResolvedTarget, range: BucketRange, members: LeafMembers): Promise<number> {
    const params = new Params();
    const app = params.add(appId);
    const row = await this.db.interruptibleRow<{ users: number }>(
      `SELECT count(*) AS users FROM users.v_app_user AS u
       WHERE u.app_id = ${app} AND u.vb >= ${params.add(range.vbFrom)}::smallint AND u.vb < ${params.add(range.vbTo)}::smallint
         AND ${predicate(target, { params, app, scope: 'user', members })}`,
      params.values,
    );
    return row?.users ?? 0;
  }

  /** The users with the lowest lots of matching ones · one row · as `countUsers` · no locks. */
  async drawUsers(
    appId: number,
    target: ResolvedTarget,
    range: BucketRange,
    members: LeafMembers,
    size: number,
  ): Promise<{ uid: number; lot: number }[]> {
    const params = new Params();
    const app = params.add(appId);
    const row = await this.db.interruptibleRow<{ drawn: { uid: number; lot: number }[] }>(
      `SELECT coalesce(json_agg(d), '[]') AS drawn
       FROM (SELECT u.uid, random() AS lot FROM users.v_app_user AS u
             WHERE u.app_id = ${app} AND u.vb >= ${params.add(range.vbFrom)}::smallint
               AND u.vb < ${params.add(range.vbTo)}::smallint
               AND ${predicate(target, { params, app, scope: 'user', members })}
             ORDER BY lot LIMIT ${params.add(size)}) AS d`,
      params.values,
    );
    return row?.drawn ?? [];
  }

  /** Finds the users with an installation within a circle · one row · primary key · no locks. */
  async findNear(
    appId: number,
    circle: { latitude: number; longitude: number; radius: number },
    uids: readonly number[],
  ): Promise<number[]> {
    const distance = distanceKmSql({ latitude: '$3::double precision', longitude: '$4::double precision' }, 'l');
    const row = await this.db.interruptibleRow<{ uids: number[] }>(
      `SELECT coalesce(json_agg(DISTINCT l.uid), '[]') AS uids
       FROM unnest($2::bigint[]) AS q (uid)
       JOIN users.v_installation_location AS l
         ON l.vb = (q.uid % 1024)::smallint AND l.app_id = $1 AND l.uid = q.uid
       WHERE ${distance} <= $5::double precision`,
      [appId, numberArray(uids), circle.latitude, circle.longitude, circle.radius],
    );
    return row?.uids ?? [];
  }

  /** Uids of users who match · one row · as `countUsers` · no locks. @param members  of a target with membership leaves */
  async findUids(
    appId: number,
    target: ResolvedTarget,
    range: BucketRange,
    members: LeafMembers = NO_LEAF_MEMBERS,
  ): Promise<number[]> {
    const params = new Params();
    const app = params.add(appId);
    const row = await this.db.interruptibleRow<{ uids: number[] }>(
      `SELECT coalesce(json_agg(u.uid), '[]') AS uids FROM users.v_app_user AS u
       WHERE u.app_id = ${app} AND u.vb >= ${params.add(range.vbFrom)}::smallint AND u.vb < ${params.add(range.vbTo)}::smallint
         AND ${predicate(target, { params, app, scope: 'user', members })}`,
      params.values,
    );
    return row?.uids ?? [];
  }

  /** Finds those of some users that match · one row · primary key, once for each user · no locks. */
  async findUidsAmong(
    on: Statements,
    appId: number,
    target: ResolvedTarget,
    uids: readonly number[],
    members: LeafMembers,
  ): Promise<number[]> {
    const params = new Params();
    const app = params.add(appId);
    const row = await on.row<{ uids: number[] }>(
      `SELECT coalesce(json_agg(u.uid), '[]') AS uids
       FROM unnest(${params.add(numberArray(uids))}::bigint[]) AS q (uid)
       JOIN users.v_app_user AS u ON u.vb = (q.uid % 1024)::smallint AND u.app_id = ${app} AND u.uid = q.uid
       WHERE ${predicate(target, { params, app, scope: 'user', members })}`,
      params.values,
    );
    return row?.uids ?? [];
  }

  /**
   * Platforms of the installations of some users · one row for each user with an installation · primary key · no locks.
   */
  async findPlatforms(
    on: Statements,
    appId: number,
    uids: readonly number[],
  ): Promise<{ uid: number; platforms: number[] }[]> {
    return on.rows(
      `SELECT i.uid, json_agg(DISTINCT i.platform) AS platforms
       FROM unnest($2::bigint[]) AS q (uid)
       JOIN users.v_installation AS i ON i.vb = (q.uid % 1024)::smallint AND i.app_id = $1 AND i.uid = q.uid
       GROUP BY i.uid`,
      [appId, numberArray(uids)],
    );
  }

  /**
   * Matching users, and the matching users of each platform · one row per platform · primary keys of both tables by
   * (vb, app_id) · no locks · one statement, so that the users of each platform are a subset of all.
   */
  async findMembers(
    appId: number,
    target: ResolvedTarget,
    range: BucketRange,
    members: LeafMembers,
  ): Promise<PlatformMembers[]> {
    const params = new Params();
    const app = params.add(appId);
    const [from, to] = [`${params.add(range.vbFrom)}::smallint`, `${params.add(range.vbTo)}::smallint`];
    return this.db.rows<PlatformMembers>(
      `WITH m AS MATERIALIZED (
         SELECT u.vb, u.uid FROM users.v_app_user AS u
         WHERE u.app_id = ${app} AND u.vb >= ${from} AND u.vb < ${to}
           AND ${predicate(target, { params, app, scope: 'user', members })})
       SELECT 0::smallint AS platform, coalesce(json_agg(m.uid), '[]') AS uids FROM m
       UNION ALL
       SELECT i.platform, json_agg(i.uid) AS uids
       FROM m JOIN users.v_installation AS i ON i.vb = m.vb AND i.app_id = ${app} AND i.uid = m.uid
       WHERE i.vb >= ${from} AND i.vb < ${to}
       GROUP BY i.platform`,
      params.values,
    );
  }

  /**
   * Reachable installations of several lists of extIds · one row per list, bucket and platform · app_user_ext_id, then
   * the primary key · no locks. LATERAL with LIMIT and OFFSET keeps each step an index look-up. Without statistics, a
   * plain join would read the whole application for one user. One statement, because planning costs more than the
   * look-ups.
   *
   * @returns the groups of each list, in the order of the lists
   */
  async findInstallationsOfAll(
    appId: number,
    lists: readonly { vbs: readonly number[]; extIds: readonly string[] }[],
    range: Pick<RecipientRange, 'platforms' | 'includeOptedOut' | 'trustedKeyIds'>,
  ): Promise<RecipientGroup[][]> {
    const rows = await this.db.rows<InstallationGroupRow & { list: number }>(
      `SELECT q.list, i.vb, i.platform, i.native, json_agg(i.inst_id ORDER BY i.inst_id) AS ids, ${ownersSql('i')}
         FROM (SELECT DISTINCT n.list, n.vb, n.ext_id
                 FROM unnest($2::integer[], $3::smallint[], $4::text[]) AS n (list, vb, ext_id)) AS q
        CROSS JOIN LATERAL (
          SELECT n.vb, n.uid FROM users.v_app_user AS n
           WHERE n.vb = q.vb AND n.app_id = $1 AND n.ext_id = q.ext_id ${ONE_EACH}) AS u
        CROSS JOIN LATERAL (
          SELECT n.vb, n.platform, n.inst_id, n.uid, n.first_uid,
                 n.platform = ANY ($6::smallint[]) AND NOT starts_with(n.token, '{') AS native
            FROM users.v_installation AS n
           WHERE n.vb = u.vb AND n.app_id = $1 AND n.uid = u.uid AND n.platform = ANY ($5::smallint[])
             AND n.token IS NOT NULL AND n.retired_at IS NULL AND ($7 OR n.push_permitted)
             AND ($8::integer[] IS NULL OR ${trustedFirstSql('n', '$8')}) ${ALL_EACH}) AS i
        GROUP BY q.list, i.vb, i.platform, i.native ORDER BY i.vb, i.platform, i.native`,
      [
        appId,
        lists.flatMap(({ extIds }, list) => extIds.map(() => list)),
        lists.flatMap(({ vbs }) => vbs),
        lists.flatMap(({ extIds }) => extIds),
        range.platforms,
        DUAL_TOKEN_PLATFORMS,
        range.includeOptedOut === true,
        range.trustedKeyIds ?? null,
      ],
    );
    const groups = lists.map((): RecipientGroup[] => []);
    for (const { list, ...row } of rows) {
      groups[list]?.push(toInstallationGroup(row));
    }
    return groups;
  }

  /**
   * Reachable installations of targeted users · one row per bucket and platform, two where the platform has tokens of
   * two kinds · primary keys of both tables by (vb, app_id), and app_user_ext_id or installation_inst_id for a target
   * that names few users · no locks. Ids come as JSON: the driver parses int8 arrays character by character.
   */
  async findInstallations(
    appId: number,
    target: ResolvedTarget,
    range: RecipientRange,
    members: LeafMembers,
  ): Promise<RecipientGroup[]> {
    const params = new Params();
    const app = params.add(appId);
    const conditions = [
      `i.app_id = ${app}`,
      `i.vb >= ${params.add(range.vbFrom)}::smallint`,
      `i.vb < ${params.add(range.vbTo)}::smallint`,
      `i.platform = ANY (${params.add(range.platforms)}::smallint[])`,
      'i.token IS NOT NULL',
      'i.retired_at IS NULL',
      ...(range.includeOptedOut ? [] : ['i.push_permitted']),
      ...(range.trustedKeyIds && target.type !== 'installations'
        ? [trustedFirstSql('i', params.add(range.trustedKeyIds))]
        : []),
      predicate(target, { params, app, scope: 'installation', members }),
    ];
    const users = readsUserRow(target)
      ? 'JOIN users.v_app_user AS u ON u.vb = i.vb AND u.app_id = i.app_id AND u.uid = i.uid'
      : '';
    const native = range.platforms.some((number) => DUAL_TOKEN_PLATFORMS.includes(number))
      ? `i.platform = ANY (${params.add(DUAL_TOKEN_PLATFORMS)}::smallint[]) AND NOT starts_with(i.token, '{')`
      : 'false';
    const reachable = `SELECT ${range.lastActiveDevice ? 'DISTINCT ON (i.vb, i.uid)' : ''} i.vb, i.platform, i.inst_id,
             i.uid, i.first_uid, ${native} AS native ${range.withTimeZones ? ', i.time_zone' : ''}
      FROM users.v_installation AS i ${users}
      WHERE ${conditions.join(' AND ')}
      ${range.lastActiveDevice ? 'ORDER BY i.vb, i.uid, i.last_active_at DESC NULLS LAST, i.inst_id DESC' : ''}`;
    const rows = await this.db.rows<InstallationGroupRow>(
      `SELECT r.vb, r.platform, r.native, json_agg(r.inst_id ORDER BY r.inst_id) AS ids, ${ownersSql('r')}
              ${range.withUsers ? ', json_agg(r.uid ORDER BY r.inst_id) AS uids' : ''}
              ${range.withTimeZones ? ', r.time_zone AS "timeZone"' : ''}
       FROM (${reachable}) AS r
       GROUP BY r.vb, r.platform, r.native ${range.withTimeZones ? ', r.time_zone' : ''}
       ORDER BY r.vb, r.platform, r.native`,
      params.values,
    );
    return rows.map(toInstallationGroup);
  }

  /**
   * Targeted users with an address, without those who opted out unless the range includes them · one row per bucket ·
   * primary key by (vb, app_id), or app_user_ext_id · no locks.
   */
  async findUsers(
    appId: number,
    target: ResolvedTarget,
    range: RecipientRange,
    members: LeafMembers,
  ): Promise<RecipientGroup[]> {
    const params = new Params();
    const app = params.add(appId);
    const { address, platform } = contactOf(range);
    const [value, optIn] = [chosenAddressSql('u', address), consentSql('u', address)];
    const holder = range.oneHolder && orderHolders(range.oneHolder, { optIn, platform, app }, params);
    const users = `SELECT u.* FROM users.v_app_user AS u ${holder?.topics ? 'CROSS JOIN topics AS d' : ''}
       WHERE u.app_id = ${app} AND u.vb >= ${params.add(range.vbFrom)}::smallint
         AND u.vb < ${params.add(range.vbTo)}::smallint AND ${value} IS NOT NULL
         ${range.includeOptedOut ? '' : `AND ${optIn}`}
         AND ${predicate(target, { params, app, scope: 'user', members })}
       ${holder ? `ORDER BY ${holder.order} LIMIT 1` : ''}`;
    return this.db.rows<RecipientGroup>(
      `${holder?.topics ? `WITH ${holder.topics}` : ''}
       SELECT u.vb, ${params.add(platform)}::smallint AS platform, json_agg(u.uid ORDER BY u.uid) AS ids
              ${range.withTimeZones ? ', z.time_zone AS "timeZone"' : ''}
       FROM (${users}) AS u ${range.withTimeZones ? LAST_TIME_ZONE : ''}
       GROUP BY u.vb ${range.withTimeZones ? ', z.time_zone' : ''} ORDER BY u.vb`,
      params.values,
    );
  }
}

/** The address that a range asks for, and the number of its platform. */
export function contactOf({ kind }: Pick<RecipientRange, 'kind'>): { address: AddressKind; platform: number } {
  if (kind === 'push') {
    throw new Error('A push goes to installations');
  }
  const { channel, address } = contactOfKind(kind);
  const [platform = Number.NaN] = Object.values(CHANNEL_DEFINITIONS[channel].platforms);
  return { address, platform };
}

/**
 * The order in which users with an address come: who has not refused before who has, then the one whose device was active
 * last; users without a device come after, the one changed last first.
 *
 * @returns terms over `users.v_app_user AS u`, and the part of WITH that they read as `d`, if any
 */
function orderHolders(
  { avoidsRefusing, categoryIds }: HolderChoice,
  { optIn, platform, app }: { optIn: string; platform: number; app: string },
  params: Params,
): { order: string; topics: string | undefined } {
  const activity = `(
           SELECT max(i.last_active_at) FROM users.v_installation AS i
            WHERE i.vb = u.vb AND i.app_id = u.app_id AND i.uid = u.uid) DESC NULLS LAST,
         u.updated_at DESC, u.uid DESC`;
  if (!avoidsRefusing || categoryIds.length === 0) {
    return { order: `${avoidsRefusing ? `NOT ${optIn}, ` : ''}${activity}`, topics: undefined };
  }
  const ids = `${params.add(categoryIds)}::integer[]`;
  const refuses = refusesTopicSql({
    categoryIds: ids,
    defaultOff: 'd.default_off',
    channel: topicChannelSql(platform),
  });
  return { order: `(NOT ${optIn} OR ${refuses}), ${activity}`, topics: topicsSql(app, ids) };
}

/**
 * Tests if an installation is trusted to be its user's, or its user has none that is: one that a token of the server has
 * proved, or whose push token a server has registered. Retired ones count no more.
 *
 * @param keyIds  parameter with the numbers of the present identity keys
 */
export function trustedFirstSql(alias: string, keyIds: string): string {
  const isTrusted = (name: string): string =>
    `(${name}.proof_key = ANY (${keyIds}::integer[])
      OR ${name}.token IS NOT NULL AND coalesce(${name}.server_registered, ${name}.secret_hash IS NULL))`;
  return `(${isTrusted(alias)} OR NOT EXISTS (
    SELECT FROM users.v_installation AS t
     WHERE t.vb = ${alias}.vb AND t.app_id = ${alias}.app_id AND t.uid = ${alias}.uid AND t.retired_at IS NULL
       AND ${isTrusted('t')}))`;
}

/**
 * Users of those installations that have left their first user, read in the same snapshot as the installations. Null for
 * most groups, because the user of any other installation is known without it.
 */
function ownersSql(alias: string): string {
  return `json_agg(json_build_array(${alias}.inst_id, ${alias}.uid)) FILTER (WHERE ${alias}.first_uid IS NOT NULL) AS owners`;
}

function toInstallationGroup({ native: isNative, owners, ...group }: InstallationGroupRow): RecipientGroup {
  return { ...group, ...(isNative && { native: true }), ...(owners && { owners }) };
}
