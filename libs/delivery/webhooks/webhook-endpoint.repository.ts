import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import { WebhookEndpointEntity } from './webhook-endpoint.entity.js';

export type StoredEndpoint = Omit<WebhookEndpointEntity, 'createdAt'>;

@Injectable()
export class WebhookEndpointRepository {
  constructor(private readonly db: Database) {}

  /** Locks the endpoints of an application until the end of the transaction, so that two applies take turns. */
  async lockEndpoints(tx: Tx, appId: number): Promise<StoredEndpoint[]> {
    return tx.repository(WebhookEndpointEntity).find({
      where: { appId },
      order: { name: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async listEndpoints(db: Statements, appId: number): Promise<StoredEndpoint[]> {
    return db.repository(WebhookEndpointEntity).find({ where: { appId }, order: { name: 'ASC' } });
  }

  async findIdByName(appId: number, name: string, on: Statements = this.db): Promise<number | undefined> {
    const endpoint = await on
      .repository(WebhookEndpointEntity)
      .findOne({ select: { hookId: true }, where: { appId, name } });
    return endpoint?.hookId;
  }

  async findEndpoint(appId: number, hookId: number): Promise<StoredEndpoint | undefined> {
    return (await this.db.repository(WebhookEndpointEntity).findOneBy({ hookId, appId })) ?? undefined;
  }

  async insertEndpoint(
    tx: Tx,
    endpoint: Pick<StoredEndpoint, 'appId' | 'name' | 'url' | 'params' | 'events' | 'sealed'>,
  ): Promise<void> {
    await tx.repository(WebhookEndpointEntity).insert(endpoint);
  }

  async updateEndpoint(
    tx: Tx,
    { hookId, url, params, events }: Pick<StoredEndpoint, 'hookId' | 'url' | 'params' | 'events'>,
  ): Promise<void> {
    await tx.repository(WebhookEndpointEntity).update({ hookId }, { url, params, events });
  }

  /** Stores a new secret; the previous one signs requests for one more day. */
  async replaceSecret(tx: Tx, hookId: number, sealed: Buffer): Promise<void> {
    await tx
      .repository(WebhookEndpointEntity)
      .update({ hookId }, { sealed, previous: () => 'sealed', previousUntil: () => "now() + interval '24 hours'" });
  }

  /** Deletes an endpoint and its open deliveries. */
  async deleteEndpoint(tx: Tx, hookId: number): Promise<void> {
    await tx.affected('DELETE FROM delivery.hook_call WHERE hook_id = $1', [hookId]);
    await tx.repository(WebhookEndpointEntity).delete({ hookId });
  }
}
