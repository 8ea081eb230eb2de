import { Injectable } from '@nestjs/common';
import { MasterKey } from '#platform/crypto';
import type { StoredHook } from './hook.repository.js';

/** Secrets of hooks, sealed at rest so that a copied row opens nowhere else. */
@Injectable()
export class HookSecrets {
  constructor(private readonly masterKey: MasterKey) {}

  seal(appId: number, name: string, secret: string): Buffer {
    return this.masterKey.seal(secret, context(appId, name));
  }

  /**
   * Those that calls are signed with now, the newest first.
   *
   * @throws Error when `MASTER_KEY` is not the one that sealed them
   */
  open({ appId, name, sealed, previous }: Pick<StoredHook, 'appId' | 'name' | 'sealed' | 'previous'>): string[] {
    return [sealed, previous]
      .filter((each) => each !== null)
      .map((each) => this.masterKey.open(each, context(appId, name)));
  }
}

function context(appId: number, name: string): string {
  return `app ${appId}, hook ${name}`;
}
