import { Injectable } from '@nestjs/common';
import { MasterKey } from '#platform/crypto';
import type { StoredEndpoint } from './webhook-endpoint.repository.js';

/** Secrets of hooks, sealed at rest so that a copied row opens nowhere else. */
@Injectable()
export class WebhookSecretService {
  constructor(private readonly masterKey: MasterKey) {}

  sealSecret(appId: number, name: string, secret: string): Buffer {
    return this.masterKey.seal(secret, buildContext(appId, name));
  }

  /**
   * Those that calls are signed with now, the newest first.
   *
   * @throws Error when `MASTER_KEY` is not the one that sealed them
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
