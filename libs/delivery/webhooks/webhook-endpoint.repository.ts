import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';

/** A row of `delivery.hook`; its secrets are sealed. */
export interface StoredEndpoint {
  hookId: number;
  appId: number;
  name: string;
  /** Null: requests go to the simulators. */
  url: string | null;
  params: Record<string, string>;
  sealed: Buffer;
  previous: Buffer | null;
}

const COLUMNS = `h.hook_id AS "hookId", h.app_id AS "appId", h.name, h.url, h.params, h.sealed,
  CASE WHEN h.previous_until > now() THEN h.previous END AS previous`;

@Injectable()
export class WebhookEndpointRepository {
  constructor(private readonly db: Database) {}

  /** Locks the endpoints of an application until the end of the transaction, so that two applies take turns. */
  async lockEndpoints(tx: Tx, appId: number): Promise<StoredEndpoint[]> {
    return tx.rows<StoredEndpoint>(
      `SELECT ${COLUMNS} FROM delivery.hook h WHERE h.app_id = $1 ORDER BY h.name FOR UPDATE`,
      [appId],
    );
  }

  async findIdByName(db: Statements, appId: number, name: string): Promise<number | undefined> {
    const row = await db.row<{ hookId: number }>(
      'SELECT h.hook_id AS "hookId" FROM delivery.hook h WHERE h.app_id = $1 AND h.name = $2',
      [appId, name],
    );
    return row?.hookId;
  }

  async findEndpoint(appId: number, hookId: number): Promise<StoredEndpoint | undefined> {
    return this.db.row<StoredEndpoint>(
      `SELECT ${COLUMNS} FROM delivery.hook h WHERE h.hook_id = $1 AND h.app_id = $2`,
      [hookId, appId],
    );
  }

  async insertEndpoint(tx: Tx, endpoint: Omit<StoredEndpoint, 'hookId' | 'previous'>): Promise<void> {
    await tx.affected(
      'INSERT INTO delivery.hook (app_id, name, url, params, sealed) VALUES ($1, $2, $3, $4::jsonb, $5)',
      [endpoint.appId, endpoint.name, endpoint.url, JSON.stringify(endpoint.params), endpoint.sealed],
    );
  }

  async updateEndpoint(
    tx: Tx,
    { hookId, url, params }: Pick<StoredEndpoint, 'hookId' | 'url' | 'params'>,
  ): Promise<void> {
    await tx.affected('UPDATE delivery.hook SET url = $2, params = $3::jsonb WHERE hook_id = $1', [
      hookId,
      url,
      JSON.stringify(params),
    ]);
  }

  /** Stores a new secret; the previous one signs requests for one more day. */
  async replaceSecret(tx: Tx, hookId: number, sealed: Buffer): Promise<void> {
    await tx.affected(
      `UPDATE delivery.hook
          SET previous = sealed, previous_until = now() + interval '24 hours', sealed = $2
        WHERE hook_id = $1`,
      [hookId, sealed],
    );
  }

  /** Deletes an endpoint and its open deliveries. */
  async deleteEndpoint(tx: Tx, hookId: number): Promise<void> {
    await tx.affected('DELETE FROM delivery.hook_call WHERE hook_id = $1', [hookId]);
    await tx.affected('DELETE FROM delivery.hook WHERE hook_id = $1', [hookId]);
  }
}
