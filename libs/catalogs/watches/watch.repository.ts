import { Injectable } from '@nestjs/common';
import type { WorkClaim, WorkTable } from '#platform/background';
import type { Tx } from '#platform/db';
import type { Mentions, Watch, WatchDefinition, WatchKind, WatchPlace, WatchRound } from '../model/watch.types.js';

/** A watch is open while it has changes that are not done. */
export const WATCH_WORK: WorkTable = {
  name: 'catalogs.watch',
  id: 'watch_id',
  order: 'due_at',
  isOpen: (row) =>
    `EXISTS (SELECT FROM catalogs.item_change AS o WHERE o.watch_id = ${row}.watch_id AND o.done_at IS NULL)`,
  isOffered: (row) => `${row}.due_at <= now()`,
  staleSeconds: 60,
  isSerial: false,
};

/** A round pauses the next one of its watch for as long as it took, within these bounds. */
const PAUSE = "least(greatest(now() - w.round_at, interval '10 seconds'), interval '10 minutes')";

/** A watch whose turn it is. */
export type ClaimedWatch = Omit<WatchRound, 'changes' | 'since'> & { since: string | null };

/** A release that does not note mentions may run so long beside this one. */
const SETTLED_AFTER = "interval '10 minutes'";

/** Statements of `catalogs.watch`: at most two rows for each catalog. */
@Injectable()
export class WatchRepository {
  /** Adds a watch, or changes it. Changes of another field than now make no events. */
  async replace(tx: Tx, appId: number, catalogId: number, { kind, ...definition }: WatchDefinition): Promise<void> {
    await tx.affected(
      `DELETE FROM catalogs.watch AS w
        WHERE w.app_id = $1 AND w.catalog_id = $2 AND w.kind = $3 AND w.definition ->> 'field' <> $4`,
      [appId, catalogId, kind, definition.field],
    );
    // Numbers of people are private as the attribute is that found them.
    await tx.affected(
      `DELETE FROM catalogs.item_change AS c USING catalogs.watch AS w
        WHERE c.app_id = $1 AND c.done_at IS NOT NULL AND c.watch_id = w.watch_id
          AND w.app_id = $1 AND w.catalog_id = $2 AND w.kind = $3
          AND w.definition - 'most' - 'withinSeconds' <> $4::jsonb - 'most' - 'withinSeconds'`,
      [appId, catalogId, kind, JSON.stringify(definition)],
    );
    await tx.affected(
      `INSERT INTO catalogs.watch (app_id, catalog_id, kind, definition) VALUES ($1, $2, $3, $4::jsonb)
       ON CONFLICT (catalog_id, kind) DO UPDATE SET definition = excluded.definition`,
      [appId, catalogId, kind, JSON.stringify(definition)],
    );
  }

  async delete(tx: Tx, appId: number, catalogId: number, kinds: readonly WatchKind[]): Promise<void> {
    await tx.affected(
      'DELETE FROM catalogs.watch AS w WHERE w.app_id = $1 AND w.catalog_id = $2 AND w.kind = ANY ($3::text[])',
      [appId, catalogId, [...kinds]],
    );
  }

  /** The watch of a claim · primary key. */
  async findClaimed(tx: Tx, { appId, id }: WorkClaim): Promise<ClaimedWatch | undefined> {
    const row = await tx.row<Omit<ClaimedWatch, 'appId'> & { watch: Watch }>(
      `SELECT c.name AS catalog, w.place, w.round_at::text AS since,
              CASE WHEN w.mentioned IS NOT NULL THEN jsonb_build_object('events', w.mentioned, 'isFilled', w.is_filled,
                'isSettled', w.mentioned_at < now() - ${SETTLED_AFTER}) END AS mentions,
              jsonb_build_object('id', w.watch_id, 'kind', w.kind) || w.definition AS watch
         FROM catalogs.watch AS w JOIN catalogs.catalog AS c ON c.catalog_id = w.catalog_id
        WHERE w.app_id = $1 AND w.watch_id = $2`,
      [appId, id],
    );
    return row && { appId, ...row };
  }

  /** @returns its begin */
  async beginRound(tx: Tx, appId: number, watchId: number): Promise<string> {
    const row = await tx.row<{ since: string }>(
      `UPDATE catalogs.watch AS w SET round_at = now(), place = NULL
        WHERE w.app_id = $1 AND w.watch_id = $2 RETURNING w.round_at::text AS since`,
      [appId, watchId],
    );
    return row?.since ?? 'now';
  }

  /** Makes writers note other events from now on, or notes that those of before are mentioned. */
  async keepMentions(
    tx: Tx,
    appId: number,
    watchId: number,
    { events, isFilled }: Pick<Mentions, 'events' | 'isFilled'>,
  ): Promise<void> {
    await tx.affected(
      `UPDATE catalogs.watch AS w SET is_filled = $4, mentioned = $3::jsonb,
              mentioned_at = CASE WHEN w.mentioned = $3::jsonb THEN w.mentioned_at ELSE now() END
        WHERE w.app_id = $1 AND w.watch_id = $2`,
      [appId, watchId, JSON.stringify(events), isFilled],
    );
  }

  async keepPlace(tx: Tx, appId: number, watchId: number, place: WatchPlace): Promise<void> {
    await tx.affected('UPDATE catalogs.watch AS w SET place = $3::jsonb WHERE w.app_id = $1 AND w.watch_id = $2', [
      appId,
      watchId,
      JSON.stringify(place),
    ]);
  }

  /** Gives other watches their turn; the round goes on after them. */
  async yieldTurn(tx: Tx, appId: number, watchId: number): Promise<void> {
    await tx.affected(
      `UPDATE catalogs.watch AS w SET state = 'WAITING', due_at = clock_timestamp()
        WHERE w.app_id = $1 AND w.watch_id = $2`,
      [appId, watchId],
    );
  }

  async endRound(tx: Tx, appId: number, watchId: number): Promise<void> {
    await tx.affected(
      `UPDATE catalogs.watch AS w SET state = 'WAITING', due_at = now() + ${PAUSE}, round_at = NULL, place = NULL
        WHERE w.app_id = $1 AND w.watch_id = $2`,
      [appId, watchId],
    );
  }
}
