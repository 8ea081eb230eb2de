import {
  CHOSEN_FREQUENCIES,
  CONTACTS,
  type ChosenFrequency,
  type ContactRecipientKind,
} from '#libs/channels/definitions';
import { addressColumnsSql, consentSql, type Addresses, lookupKey, type LookupKey } from '#libs/users/identities';
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { bucketOf, bucketOfId } from '#platform/ids';
import { type DeletedUser, readPlaces, type StoredPlaces } from '#libs/users/registry';
import type { AttributeValue } from '#libs/users/profiles';

/** The row of a user, for an export. Attributes by id. */
export interface ExportedUserRow extends Addresses {
  uid: number;
  extId: string;
  createdAt: Date;
  updatedAt: Date;
  attrs: Record<string, AttributeValue>;
  tags: string[];
  /** True if the user takes commercial messages, by channel. Tracking is null where nothing was said of it. */
  consents: Record<ContactRecipientKind, boolean> & {
    tracking: boolean | null;
    emailFrequency: ChosenFrequency;
  };
}

/** An installation with its last place. `platform` is a number. */
export interface ExportedDeviceRow {
  instId: number;
  platform: number;
  token: string | null;
  pushPermitted: boolean;
  createdAt: Date;
  lastActiveAt: Date | null;
  tokenRegisteredAt: Date | null;
  retiredAt: Date | null;
  retiredReason: string | null;
  deviceModel: string | null;
  osVersion: string | null;
  appVersion: string | null;
  language: string | null;
  timeZone: string | null;
  drawsMessages: boolean | null;
  activityTokens: object[] | null;
  country: string | null;
  location: { latitude: number; longitude: number; at: string } | null;
}

/** A suppressed address of the user. */
export interface ExportedSuppression {
  channel: number;
  reason: string;
  detail: string | null;
  addedAt: Date;
}

const FREQUENCIES = CHOSEN_FREQUENCIES.map((name) => `'${name}'`).join(', ');
const CONSENTS = CONTACTS.map(({ kind, address }) => `'${kind}', ${consentSql('u', address)}`)
  .concat(`'tracking', u.tracking`, `'emailFrequency', (ARRAY[${FREQUENCIES}])[u.email_frequency + 1]`)
  .join(', ');

/** Reads everything that this module has of one person. Every statement reads one user by its keys, without locks. */
@Injectable()
export class UserExportRepository {
  constructor(private readonly db: Database) {}

  /** 1 row · unique (vb, app_id, ext_id); the names of its tags by primary key. */
  async findUser(appId: number, extId: string): Promise<ExportedUserRow | undefined> {
    return this.db.row<ExportedUserRow>(
      `WITH found AS MATERIALIZED (
         SELECT u.uid, u.ext_id AS "extId", ${addressColumnsSql('u')}, json_build_object(${CONSENTS}) AS consents,
                u.created_at AS "createdAt", u.updated_at AS "updatedAt", u.attrs, u.tags AS "tagIds"
         FROM users.app_user AS u WHERE u.vb = $2 AND u.app_id = $1 AND u.ext_id = $3)
       SELECT f.*, coalesce((SELECT json_agg(t.name ORDER BY t.name) FROM users.tag AS t
                             WHERE t.app_id = $1 AND t.tag_id = ANY (f."tagIds")), '[]') AS tags
       FROM found AS f`,
      [appId, bucketOf(appId, extId), extId],
    );
  }

  /** Some rows, retired ones included · primary key. */
  async findDevices(appId: number, uid: number): Promise<ExportedDeviceRow[]> {
    return this.db.rows<ExportedDeviceRow>(
      `SELECT i.inst_id AS "instId", i.platform, i.token, i.push_permitted AS "pushPermitted", i.created_at AS "createdAt",
              i.last_active_at AS "lastActiveAt", i.token_registered_at AS "tokenRegisteredAt", i.retired_at AS "retiredAt",
              i.retired_reason AS "retiredReason", i.device_model AS "deviceModel", i.os_version AS "osVersion",
              i.app_version AS "appVersion", i.language, i.time_zone AS "timeZone", i.country,
              i.draws_messages AS "drawsMessages", i.activity_tokens AS "activityTokens",
              (SELECT json_build_object('latitude', l.latitude, 'longitude', l.longitude, 'at', l.located_at)
               FROM users.installation_location AS l
               WHERE l.vb = i.vb AND l.app_id = i.app_id AND l.uid = i.uid AND l.inst_id = i.inst_id) AS location
       FROM users.installation AS i WHERE i.vb = $2 AND i.app_id = $1 AND i.uid = $3 ORDER BY i.inst_id`,
      [appId, bucketOfId(uid), uid],
    );
  }

  /** Installations that belong to another user now · some rows · primary key. */
  async findFormerDevices(appId: number, uid: number): Promise<number[]> {
    const rows = await this.db.rows<{ instId: number }>(
      `SELECT p.inst_id AS "instId" FROM users.installation_past AS p
       WHERE p.vb = $2 AND p.app_id = $1 AND p.uid = $3 ORDER BY p.inst_id`,
      [appId, bucketOfId(uid), uid],
    );
    return rows.map(({ instId }) => instId);
  }

  /** Merges of anonymous users into this one · some rows · alias_to_uid. */
  async findMerges(appId: number, uid: number): Promise<{ uid: number; mergedAt: Date }[]> {
    return this.db.rows(
      `SELECT a.uid, a.created_at AS "mergedAt" FROM users.alias AS a
       WHERE a.app_id = $1 AND a.to_uid = $2 ORDER BY a.created_at, a.uid`,
      [appId, uid],
    );
  }

  /** Entries of some addresses · some rows · primary key. */
  async findSuppressions(appId: number, keys: readonly LookupKey[]): Promise<ExportedSuppression[]> {
    return this.db.rows<ExportedSuppression>(
      `SELECT s.channel, s.reason, s.detail, s.added_at AS "addedAt"
       FROM unnest($2::smallint[], $3::bytea[]) AS q (bucket, hash)
       JOIN users.suppression AS s ON s.bucket = q.bucket AND s.app_id = $1 AND s.value_hash = q.hash
       ORDER BY s.added_at, s.reason`,
      [appId, keys.map(({ bucket }) => bucket), keys.map(({ hash }) => hash)],
    );
  }

  /** Users that had this extId and were deleted · none or a few rows · primary key. */
  async findDeleted(appId: number, extId: string): Promise<DeletedUser[]> {
    const rows = await this.db.rows<StoredPlaces>(
      `SELECT d.uid, d.vbs, d.recipients FROM users.departed AS d
       WHERE d.vb = $2 AND d.app_id = $1 AND d.name_hash = $3`,
      [appId, bucketOf(appId, extId), lookupKey(extId).hash],
    );
    return rows.map((row) => ({ uid: row.uid, places: readPlaces(row) }));
  }
}
