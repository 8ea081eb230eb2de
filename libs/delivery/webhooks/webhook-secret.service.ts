import { Injectable } from '@nestjs/common';
import { MasterKey } from '#platform/crypto';
import type { SealedColumn } from '#platform/resealing';
import type { StoredEndpoint } from './webhook-endpoint.repository.js';

/** Seals the secrets of webhooks for storage. A copied row cannot be opened for another endpoint. */
@Injectable()
export class WebhookSecretService {
  constructor(private readonly masterKey: MasterKey) {}

  sealSecret(appId: number, name: string, secret: string): Buffer {
    return this.masterKey.seal(secret, buildContext(appId, name));
  }

  /** @throws Error for another `MASTER_KEY` than at sealing */
  openSecret({ appId, name, sealed }: Pick<StoredEndpoint, 'appId' | 'name' | 'sealed'>): string {
    return this.masterKey.open(sealed, buildContext(appId, name));
  }

  /** The secrets that sign a request at a time: the current one, and for a day the one before. */
  openSigningSecrets(endpoint: StoredEndpoint, now: Date): string[] {
    const { previous, previousUntil } = endpoint;
    const isPreviousValid = previous !== null && previousUntil !== null && previousUntil > now;
    return [
      this.openSecret(endpoint),
      ...(isPreviousValid ? [this.openSecret({ ...endpoint, sealed: previous })] : []),
    ];
  }
}

/** The columns where secrets of webhooks are sealed: the current ones, and those before. */
export const SEALED_WEBHOOK_SECRETS: readonly SealedColumn[] = ['sealed', 'previous'].map((column) => ({
  table: 'delivery.hook',
  column,
  key: ['hook_id'],
  context: ['app_id', 'name'],
  toContext: ({ app_id: appId, name }) => buildContext(Number(appId), String(name)),
}));

function buildContext(appId: number, name: string): string {
  return `app ${appId}, hook ${name}`;
}
