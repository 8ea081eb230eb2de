import { ADDRESS_KINDS } from '#libs/channels/definitions';
import { addressColumnsSql, consentSql } from '#libs/users/identities';
import { attributeSql } from '#libs/users/profiles';
import { Injectable } from '@nestjs/common';
import type { GeoPoint } from '#libs/geofences';
import { Database } from '#platform/db';
import type { PredictionModel } from '../prediction/prediction.types.js';
import { takesPushes } from '../sql-engine/condition.sql.js';
import type { SegmentType } from '../segment-store/segment.types.js';
import { INSTALLATION_COLUMNS } from '../targets/conditions/installation-attributes.js';
import type { Person } from '../targets/target.js';

/** A segment with its definition. target null: it has no definition. */
export interface ExplainableSegment {
  segmentId: number;
  name: string;
  type: SegmentType;
  target: unknown;
  version: number | null;
  calculatedAt: Date | null;
  model: PredictionModel | null;
}

const DEVICE_COLUMNS = INSTALLATION_COLUMNS.map((column) => `'${column}', i.${column}::text`).join();

const ALLOWS = ADDRESS_KINDS.map((kind) => `'${kind}', ${consentSql('u', kind)}`).join();

const PERSON_COLUMNS = [
  'extId',
  ...ADDRESS_KINDS,
  'tagIds',
  'instIds',
  'devices',
  'locations',
  'reach',
  'firstSeen',
  'lastSeen',
]
  .map((column) => `p."${column}"`)
  .join();

type PersonRow = Omit<Person, 'events' | 'segmentIds' | 'seen'> & {
  firstSeen: number;
  lastSeen: number | null;
  locations: GeoPoint[];
};

/** Reads the data of one user that targets look at, from views of the module users. */
@Injectable()
export class ExplainRepository {
  constructor(private readonly db: Database) {}

  /**
   * The data of a user except events, segments and topics, at one moment · one row · primary keys by (vb, app_id, uid) · no
   * locks. Values that are being removed from all users are left out, as in the SQL engine.
   */
  async findPerson(appId: number, uid: number): Promise<PersonRow | undefined> {
    return this.db.row<PersonRow>(
      `WITH person AS MATERIALIZED (
       SELECT u.ext_id AS "extId", ${addressColumnsSql('u')}, to_json(u.tags) AS "tagIds", u.attrs AS stored,
              ${attributeSql.survivedBy('u')} AS survived,
              coalesce((SELECT json_agg(i.inst_id) FROM users.v_installation AS i
                        WHERE i.vb = u.vb AND i.app_id = u.app_id AND i.uid = u.uid), '[]') AS "instIds",
              coalesce((SELECT json_agg(json_build_object(${DEVICE_COLUMNS})) FROM users.v_installation AS i
                        WHERE i.vb = u.vb AND i.app_id = u.app_id AND i.uid = u.uid), '[]') AS devices,
              coalesce((SELECT json_agg(json_build_object('latitude', l.latitude, 'longitude', l.longitude))
                        FROM users.v_installation_location AS l
                        WHERE l.vb = u.vb AND l.app_id = u.app_id AND l.uid = u.uid), '[]') AS locations,
              json_build_object('allows', json_build_object(${ALLOWS}), 'topics', '[]'::json, 'platforms', coalesce((
                SELECT json_agg(DISTINCT i.platform) FROM users.v_installation AS i
                WHERE i.vb = u.vb AND i.app_id = u.app_id AND i.uid = u.uid AND ${takesPushes('i')}), '[]')) AS reach,
              floor(extract(epoch FROM u.created_at) * 1000)::bigint AS "firstSeen",
              (SELECT floor(extract(epoch FROM max(i.last_active_at)) * 1000)::bigint FROM users.v_installation AS i
               WHERE i.vb = u.vb AND i.app_id = u.app_id AND i.uid = u.uid) AS "lastSeen"
       FROM users.v_app_user AS u WHERE u.vb = ($2::bigint % 1024)::smallint AND u.app_id = $1 AND u.uid = $2)
       SELECT ${PERSON_COLUMNS},
              ${attributeSql.allVisible({ stored: 'p.stored', survived: 'p.survived', app: '$1' })} AS attrs
       FROM person AS p`,
      [appId, uid],
    );
  }

  /** A live segment by name · one row · segment_name. */
  async findSegment(appId: number, name: string): Promise<ExplainableSegment | undefined> {
    return this.db.row<ExplainableSegment>(
      `SELECT s.segment_id AS "segmentId", s.name, s.type, s.target, s.current_version AS version,
              s.calculated_at AS "calculatedAt", s.model
       FROM audience.segment AS s WHERE s.app_id = $1 AND s.name = $2 AND s.deleted_at IS NULL`,
      [appId, name],
    );
  }
}
