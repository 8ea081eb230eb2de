import { Injectable } from '@nestjs/common';
import type { Statements, Tx } from '#platform/db';
import type { Price } from './price.types.js';

/** Statements of `journeys.price_list`: one row for each application with prices. */
@Injectable()
export class PriceRepository {
  /** The prices of an application in the order of the file · one row · primary key. */
  async find(on: Statements, appId: number): Promise<Price[]> {
    const row = await on.row<{ prices: Price[] }>('SELECT p.prices FROM journeys.price_list AS p WHERE p.app_id = $1', [
      appId,
    ]);
    return row?.prices ?? [];
  }

  /** Writes the list · one row · primary key. */
  async write(tx: Tx, appId: number, prices: readonly Price[]): Promise<void> {
    await tx.affected(
      `INSERT INTO journeys.price_list (app_id, prices) VALUES ($1, $2::jsonb)
       ON CONFLICT (app_id) DO UPDATE SET prices = excluded.prices`,
      [appId, JSON.stringify(prices)],
    );
  }
}
