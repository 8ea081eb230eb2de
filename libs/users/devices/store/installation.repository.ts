import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import type { DeviceDetails } from '../model/device.types.js';
import { detailColumns } from './device-details.sql.js';

/** First key of this advisory lock; no other lock has it. */
const INSTALLATION_LOCK = 3_003;

export interface InstallationRow {
  uid: number;
  instId: number;
  platform: number;
  token: string | null;
  details?: DeviceDetails | undefined;
}

/** The details that a device reports of itself. Absent values stay as they are. */
export interface InstallationDetails {
  pushPermitted?: boolean;
  deviceModel?: string;
  osVersion?: string;
  appVersion?: string;
  language?: string;
  timeZone?: string;
  country?: string;
  drawsMessages?: boolean;
  secretHash?: Buffer | undefined;
  proof?: UserProof | undefined;
  /** True if a server has registered the token for the user. */
  serverRegistered?: boolean | undefined;
}

/** The proof of its user that an installation keeps of a token. */
export interface UserProof {
  /** Number of the identity key. */
  keyId: number;
  /** Until then the installation may act for the user. */
  until: Date;
}

export interface StoredInstallation {
  instId: number;
  uid: number;
  /** Null: an anonymous user. */
  extId: string | null;
  platform: number;
  secretHash: Buffer | null;
  /** Number of the identity key that proved the user; null: none did. */
  proofKeyId: number | null;
  proofUntil: Date | null;
  /** The first user that the installation left; null: it never did, but for merges. */
  firstUid: number | null;
  pushPermitted: boolean;
  deviceModel: string | null;
  osVersion: string | null;
  appVersion: string | null;
  language: string | null;
  timeZone: string | null;
  country: string | null;
  drawsMessages: boolean | null;
}

/** A token that a provider reported as dead. The token is compared before the row changes. */
export interface DeadToken {
  instId: number;
  token: string;
  reason: string;
  raw: string;
}

/** True if setting a token changes its installation. $6: a server says so. */
const TOKEN_DIFFERS = `i.token IS DISTINCT FROM q.token OR i.platform <> q.platform OR i.retired_at IS NOT NULL
           OR i.struck_by IS NOT NULL OR ($6 AND NOT coalesce(i.server_registered, i.secret_hash IS NULL))`;

/** Statements of `users.installation` and `users.installation_home`. */
@Injectable()
export class InstallationRepository {
  constructor(private readonly db: Database) {}

  /** New installations · up to 1000 rows · new ids, so no conflicts. */
  async insert(tx: Tx, appId: number, rows: readonly InstallationRow[]): Promise<void> {
    await tx.affected(
      `INSERT INTO users.installation (vb, app_id, uid, inst_id, platform, token, token_registered_at, push_permitted,
                                       device_model, os_version, app_version, time_zone)
       SELECT q.uid % 1024, $1, q.uid, q.inst_id, q.platform, q.token, CASE WHEN q.token IS NOT NULL THEN now() END,
              coalesce(q.push_permitted, true), q.device_model, q.os_version, q.app_version, q.time_zone
       FROM unnest($2::bigint[], $3::bigint[], $4::smallint[], $5::text[], $6::boolean[], $7::text[], $8::text[],
                   $9::text[], $10::text[])
         AS q (uid, inst_id, platform, token, push_permitted, device_model, os_version, app_version, time_zone)
       ORDER BY q.uid % 1024, q.uid, q.inst_id`,
      [appId, ...columns(rows), ...detailColumns(rows)],
    );
  }

  /**
   * Sets the tokens of installations and reactivates retired ones · up to 1000 rows · primary key · locks: rows that
   * change. Unchanged rows are not written.
   *
   * @param source  a server's word makes the token the user's; a device that brings another one takes that back
   * @returns uids of the installations that changed
   */
  async setTokens(
    tx: Tx,
    appId: number,
    rows: readonly InstallationRow[],
    source: 'server' | 'device',
  ): Promise<number[]> {
    const changed = await tx.rows<{ uid: number }>(
      `UPDATE users.installation AS i
       SET platform = q.platform, token = q.token, token_registered_at = now(),
           retired_at = NULL, retired_reason = NULL, retired_raw = NULL, struck_by = NULL,
           token_accepted = CASE WHEN i.token = q.token THEN i.token_accepted END,
           server_registered = CASE WHEN $6 THEN true WHEN i.token IS DISTINCT FROM q.token AND i.secret_hash IS NOT NULL THEN false
                                    ELSE i.server_registered END
       FROM (SELECT n.* FROM unnest($2::bigint[], $3::bigint[], $4::smallint[], $5::text[]) AS n (uid, inst_id, platform, token)
             ORDER BY n.uid % 1024, n.uid, n.inst_id) AS q
       WHERE i.vb = q.uid % 1024 AND i.app_id = $1 AND i.uid = q.uid AND i.inst_id = q.inst_id AND (${TOKEN_DIFFERS})
       RETURNING i.uid`,
      [appId, ...columns(rows), source === 'server'],
    );
    return changed.map((row) => row.uid);
  }

  /** Uids of the installations that `setTokens` of a server would change · up to 1000 rows · primary key · no locks. */
  async findTokenDifferences(appId: number, rows: readonly InstallationRow[]): Promise<number[]> {
    const changed = await this.db.rows<{ uid: number }>(
      `SELECT i.uid
       FROM unnest($2::bigint[], $3::bigint[], $4::smallint[], $5::text[]) AS q (uid, inst_id, platform, token)
       JOIN users.installation AS i
         ON i.vb = q.uid % 1024 AND i.app_id = $1 AND i.uid = q.uid AND i.inst_id = q.inst_id AND (${TOKEN_DIFFERS})`,
      [appId, ...columns(rows), true],
    );
    return changed.map((row) => row.uid);
  }

  /** Clears tokens whose look-up rows this transaction has locked · primary key · locks: rows that still have them. */
  async clearTokens(
    tx: Tx,
    appId: number,
    rows: readonly { uid: number; instId: number; token: string }[],
  ): Promise<number[]> {
    const changed = await tx.rows<{ uid: number }>(
      `UPDATE users.installation AS i SET token = NULL
       FROM (SELECT n.* FROM unnest($2::bigint[], $3::bigint[], $4::text[]) AS n (uid, inst_id, token)
             ORDER BY n.uid % 1024, n.uid, n.inst_id) AS q
       WHERE i.vb = q.uid % 1024 AND i.app_id = $1 AND i.uid = q.uid AND i.inst_id = q.inst_id AND i.token = q.token
       RETURNING i.uid`,
      [appId, rows.map((row) => row.uid), rows.map((row) => row.instId), rows.map((row) => row.token)],
    );
    return changed.map((row) => row.uid);
  }

  /** One installation by its id, in whichever bucket it is now · 1 row · unique (vb, app_id, inst_id). */
  async find(appId: number, instId: number, on: Statements = this.db): Promise<StoredInstallation | undefined> {
    return on.row<StoredInstallation>(
      `SELECT i.inst_id AS "instId", i.uid, i.platform, i.proof_key AS "proofKeyId", i.proof_until AS "proofUntil",
              i.first_uid AS "firstUid",
              (SELECT u.ext_id FROM users.app_user AS u WHERE u.vb = i.vb AND u.app_id = $1 AND u.uid = i.uid) AS "extId", i.secret_hash AS "secretHash", i.push_permitted AS "pushPermitted",
              i.device_model AS "deviceModel", i.os_version AS "osVersion", i.app_version AS "appVersion", i.language,
              i.time_zone AS "timeZone", i.country, i.draws_messages AS "drawsMessages"
       FROM (SELECT coalesce((SELECT h.uid FROM users.installation_home AS h
                              WHERE h.vb = $2::bigint % 1024 AND h.app_id = $1 AND h.inst_id = $2), $2::bigint) AS id) AS home
       JOIN users.installation AS i ON i.vb = home.id % 1024 AND i.app_id = $1 AND i.inst_id = $2`,
      [appId, instId],
    );
  }

  /**
   * Reads an installation for one transaction at a time · why an advisory lock: an installation that changes its user is deleted
   * and inserted in another bucket, so a transaction that waits for its row would find nothing.
   */
  async lock(tx: Tx, appId: number, instId: number): Promise<StoredInstallation | undefined> {
    await tx.row('SELECT pg_advisory_xact_lock($1, hashint8($2))', [INSTALLATION_LOCK, instId]);
    return this.find(appId, instId, tx);
  }

  /**
   * Stores what a device reported of itself · 1 row, primary key.
   *
   * @returns false when the installation belongs to another user now, or another device has set a secret
   */
  async updateDetails(
    tx: Tx,
    appId: number,
    uid: number,
    instId: number,
    details: InstallationDetails,
  ): Promise<boolean> {
    const changed = await tx.affected(
      `UPDATE users.installation AS i
       SET push_permitted = coalesce($4, i.push_permitted), device_model = coalesce($5, i.device_model),
           os_version = coalesce($6, i.os_version), app_version = coalesce($7, i.app_version),
           language = coalesce($8, i.language), time_zone = coalesce($9, i.time_zone), country = coalesce($11, i.country),
           secret_hash = coalesce($10, i.secret_hash), proof_key = coalesce($12, i.proof_key),
           proof_until = coalesce($13, i.proof_until), server_registered = coalesce($14, i.server_registered),
           draws_messages = coalesce($15, i.draws_messages),
           last_active_at = now()
       WHERE i.vb = $2::bigint % 1024 AND i.app_id = $1 AND i.uid = $2 AND i.inst_id = $3
         AND ($10::bytea IS NULL OR i.secret_hash IS NULL)`,
      [
        appId,
        uid,
        instId,
        details.pushPermitted ?? null,
        details.deviceModel ?? null,
        details.osVersion ?? null,
        details.appVersion ?? null,
        details.language ?? null,
        details.timeZone ?? null,
        details.secretHash ?? null,
        details.country ?? null,
        details.proof?.keyId ?? null,
        details.proof?.until ?? null,
        details.serverRegistered ?? null,
        details.drawsMessages ?? null,
      ],
    );
    return changed > 0;
  }

  /**
   * Stores that a token has proved the user of an installation · 1 row, primary key.
   *
   * @returns false when the installation belongs to another user now
   */
  async setProof(tx: Tx, appId: number, uid: number, instId: number, { keyId, until }: UserProof): Promise<boolean> {
    const changed = await tx.affected(
      `UPDATE users.installation AS i SET proof_key = $4, proof_until = $5
       WHERE i.vb = $2::bigint % 1024 AND i.app_id = $1 AND i.uid = $2 AND i.inst_id = $3`,
      [appId, uid, instId, keyId, until],
    );
    return changed > 0;
  }

  /**
   * Moves an installation to another user, maybe in another bucket · 1 row, primary key · why not UPDATE of the key: a
   * distributed table refuses to change its distribution column. What was proved of the former user is not proved of the
   * next one.
   *
   * @returns false when the installation no longer belongs to the first user
   */
  async moveToUser(tx: Tx, appId: number, instId: number, fromUid: number, toUid: number): Promise<boolean> {
    const moved = await tx.affected(
      `WITH deleted AS (
         DELETE FROM users.installation AS i
         WHERE i.vb = $3::bigint % 1024 AND i.app_id = $1 AND i.uid = $3 AND i.inst_id = $2
         RETURNING i.*)
       INSERT INTO users.installation (vb, app_id, uid, inst_id, platform, token, push_permitted, device_model, os_version,
         app_version, language, time_zone, country, secret_hash, last_active_at, token_registered_at, created_at, retired_at,
         retired_reason, retired_raw, struck_by, first_uid, token_accepted, server_registered, draws_messages,
         activity_tokens)
       SELECT $4::bigint % 1024, g.app_id, $4, g.inst_id, g.platform, g.token, g.push_permitted, g.device_model, g.os_version,
         g.app_version, g.language, g.time_zone, g.country, g.secret_hash, g.last_active_at, g.token_registered_at, g.created_at,
         g.retired_at, g.retired_reason, g.retired_raw, g.struck_by, g.first_uid, g.token_accepted,
         false, g.draws_messages, g.activity_tokens
       FROM deleted AS g`,
      [appId, instId, fromUid, toUid],
    );
    if (moved > 0) {
      await tx.affected(
        `INSERT INTO users.installation_home AS h (vb, app_id, inst_id, uid) VALUES ($2::bigint % 1024, $1, $2, $3)
         ON CONFLICT (vb, app_id, inst_id) DO UPDATE SET uid = excluded.uid`,
        [appId, instId, toUid],
      );
    }
    return moved > 0;
  }

  /**
   * Takes the tokens of those devices of a user that registered themselves and were active longest ago, unproven ones
   * first, until one more fits · rows: the devices of one user · primary key · locks: rows that change.
   *
   * @param instId      the installation that needs a place
   * @param max         devices with a token, the new one counted
   * @param provenBy    identity keys whose proofs count
   * @param mayReplaceProven  false: only unproven devices give up their places
   * @returns whether there is a place now
   */
  async makeRoom(
    tx: Tx,
    appId: number,
    { uid, instId }: { uid: number; instId: number },
    { max, provenBy, mayReplaceProven }: { max: number; provenBy: readonly number[]; mayReplaceProven: boolean },
  ): Promise<boolean> {
    const row = await tx.row<{ devices: number; cleared: number }>(
      `WITH device AS MATERIALIZED (
         SELECT n.inst_id, coalesce(n.proof_key = ANY ($5::integer[]), false) AS is_proven, n.last_active_at
         FROM users.installation AS n
         WHERE n.vb = $2::bigint % 1024 AND n.app_id = $1 AND n.uid = $2 AND n.inst_id <> $3 AND n.token IS NOT NULL
           AND n.retired_at IS NULL AND NOT coalesce(n.server_registered, n.secret_hash IS NULL)),
       cleared AS (
         UPDATE users.installation AS i SET token = NULL
         FROM (SELECT d.inst_id FROM device AS d WHERE $6 OR NOT d.is_proven
               ORDER BY d.is_proven, d.last_active_at NULLS FIRST, d.inst_id
               LIMIT greatest(0, (SELECT count(*) FROM device) - $4 + 1)) AS q
         WHERE i.vb = $2::bigint % 1024 AND i.app_id = $1 AND i.uid = $2 AND i.inst_id = q.inst_id
         RETURNING i.inst_id)
       SELECT (SELECT count(*) FROM device)::integer AS devices, (SELECT count(*) FROM cleared)::integer AS cleared`,
      [appId, uid, instId, max, provenBy, mayReplaceProven],
    );
    return row === undefined || row.devices - row.cleared < max;
  }

  /**
   * Records the user that an installation has just left, if it is the first one that it leaves; after a merge there is
   * nothing to record · 1 row, primary key.
   */
  async recordFirstUser(tx: Tx, appId: number, instId: number, uid: number, formerUid: number): Promise<void> {
    await tx.affected(
      `UPDATE users.installation AS i SET first_uid = $4
       WHERE i.vb = $2::bigint % 1024 AND i.app_id = $1 AND i.uid = $2 AND i.inst_id = $3 AND i.first_uid IS NULL`,
      [appId, uid, instId, formerUid],
    );
  }

  /**
   * Opts the installations of a user in or out, or one of them · primary key · locks: rows that change.
   *
   * @returns the number of changed rows
   */
  async setPushPermitted(tx: Tx, appId: number, uid: number, permitted: boolean, instId?: number): Promise<number> {
    return tx.affected(
      `UPDATE users.installation AS i SET push_permitted = $3
       WHERE i.vb = $2::bigint % 1024 AND i.app_id = $1 AND i.uid = $2 AND i.push_permitted <> $3
         AND ($4::bigint IS NULL OR i.inst_id = $4)`,
      [appId, uid, permitted, instId ?? null],
    );
  }
}

function columns(rows: readonly InstallationRow[]): [number[], number[], number[], (string | null)[]] {
  return [
    rows.map((row) => row.uid),
    rows.map((row) => row.instId),
    rows.map((row) => row.platform),
    rows.map((row) => row.token),
  ];
}
