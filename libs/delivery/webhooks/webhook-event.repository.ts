import { Injectable } from '@nestjs/common';
import { AliasRepository, extIdsOfSql } from '#libs/users/identities';
import { Database, type Tx } from '#platform/db';
import { encodeIds } from '../model/recipient-set.js';
import { HELD_BY } from './held-by.sql.js';
import type { WebhookEvent } from './webhook-events.js';

/**
 * An event of some users for one endpoint.
 *
 * @property about    the dispatch that they reacted to; null: none
 * @property fetcher  who fetched: 0 unknown, 1 a person, 2 a machine; null: nothing was fetched
 * @property data     further fields of the request; absent: none
 */
export interface EventOfUsers {
  hookId: number;
  event: WebhookEvent | 'journey.webhook';
  about: number | null;
  fetcher: number | null;
  uids: readonly number[];
  data?: Readonly<Record<string, unknown>>;
  /** The one person that it is about, whose data it has; absent: none. */
  uid?: number;
}

/** The content of one request. */
export interface NewEventDelivery extends EventOfUsers {
  deliveryId: number;
}

/** Statements of `delivery.hook_call` for events. */
@Injectable()
export class WebhookEventRepository {
  constructor(
    private readonly db: Database,
    private readonly aliases: AliasRepository,
  ) {}

  /**
   * Stores deliveries of events · a row each. On a copied database those of dispatches from before the copy wait until the
   * copy is adopted, and those without a dispatch do too.
   */
  async insertDeliveries(tx: Tx, appId: number, deliveries: readonly NewEventDelivery[]): Promise<void> {
    await tx.affected(
      `WITH guard AS MATERIALIZED (SELECT f.held_at FROM delivery.fence AS f FOR SHARE)
       INSERT INTO delivery.hook_call (call_id, app_id, hook_id, event, about, fetcher, ids, data, uid, due_at)
       SELECT c.call_id, $1, c.hook_id, c.event, c.about, c.fetcher, c.ids, c.data::jsonb, c.uid,
              CASE WHEN g.held_at >= coalesce(d.created_at, g.held_at) THEN now() + ${HELD_BY} ELSE now() END
         FROM unnest($2::bigint[], $3::integer[], $4::text[], $5::bigint[], $6::smallint[], $7::bytea[], $8::text[], $9::bigint[])
              AS c (call_id, hook_id, event, about, fetcher, ids, data, uid)
         LEFT JOIN delivery.dispatch AS d ON d.dispatch_id = c.about
         LEFT JOIN guard AS g ON true`,
      [
        appId,
        deliveries.map(({ deliveryId }) => deliveryId),
        deliveries.map(({ hookId }) => hookId),
        deliveries.map(({ event }) => event),
        deliveries.map(({ about }) => about),
        deliveries.map(({ fetcher }) => fetcher),
        deliveries.map(({ uids }) => encodeIds(uids)),
        deliveries.map(({ data }) => (data ? JSON.stringify(data) : null)),
        deliveries.map(({ uid }) => uid ?? null),
      ],
    );
  }

  /** Finds the deliveries among some that were not answered · primary key. @returns by id, if it was given up */
  async findOpen(ids: readonly number[]): Promise<Map<number, boolean>> {
    const rows = await this.db.rows<{ id: number; isGivenUp: boolean }>(
      `SELECT c.call_id AS id, c.failed_at IS NOT NULL AS "isGivenUp"
         FROM delivery.hook_call AS c WHERE c.call_id = ANY ($1::bigint[])`,
      [ids],
    );
    return new Map(rows.map(({ id, isGivenUp }) => [id, isGivenUp]));
  }

  /** Deletes deliveries about users, with their data · hook_call_uid. */
  async erase(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    return tx.affected('DELETE FROM delivery.hook_call AS c WHERE c.app_id = $1 AND c.uid = ANY ($2::bigint[])', [
      appId,
      uids,
    ]);
  }

  /** Gives deliveries about one user to another in a merge · hook_call_uid. */
  async moveToUser(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<void> {
    await tx.affected('UPDATE delivery.hook_call AS c SET uid = $3, ids = $4 WHERE c.app_id = $1 AND c.uid = $2', [
      appId,
      fromUid,
      toUid,
      encodeIds([toUid]),
    ]);
  }

  /**
   * Reads the names of users, without those who are erased. Users who have been merged have the name of the present one. Some
   * hundred rows · primary keys of alias and app_user.
   */
  async findExtIds(appId: number, listed: readonly number[]): Promise<string[]> {
    const uids = [...new Set([...listed, ...(await this.aliases.findMergedInto(this.db, appId, listed))])];
    const rows = await this.db.rows<{ extId: string }>(
      `WITH listed AS (SELECT q.uid FROM unnest($2::bigint[]) AS q (uid)),
            named AS MATERIALIZED (${extIdsOfSql({ from: 'listed', app: '$1' })})
       SELECT n.ext_id AS "extId" FROM named AS n WHERE n.ext_id IS NOT NULL ORDER BY n.uid`,
      [appId, uids],
    );
    return rows.map(({ extId }) => extId);
  }
}
