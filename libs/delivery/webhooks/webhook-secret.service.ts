import { Injectable } from '@nestjs/common';
import { MasterKey } from '#platform/crypto';
import type { StoredEndpoint } from './webhook-endpoint.repository.js';

/** Seals the secrets of webhooks for storage. A copied row cannot be opened for another endpoint. */
@Injectable()
export class WebhookSecretService {
  constructor(private readonly masterKey: MasterKey) {}

  sealSecret(appId: number, name: string, secret: string): Buffer {
    return this.masterKey.seal(secret, buildContext(appId, name));
  }

  /**
   * Opens the secrets that sign requests now, the newest first.
   *
   * @throws Error for another `MASTER_KEY` than at sealing
   */
  openSecrets({
    appId,
    name,
    sealed,
    previous,
  }: Pick<StoredEndpoint, 'appId' | 'name' | 'sealed' | 'previous'>): string[] {
    return [sealed, previous]
      .filter((sealedSecret) => sealedSecret !== null)
      .map((sealedSecret) => this.masterKey.open(sealedSecret, buildContext(appId, name)));
  }
}

function buildContext(appId: number, name: string): string {
  return `app ${appId}, hook ${name}`;
}
