import { ApiKeyService, ApplyService, type KeyKind } from '#libs/tenancy';
import type { TestGateway } from './gateway.js';

export interface SecondApplication {
  appId: number;
  /** Secrets by kind, for `Call.key`. */
  keys: Record<KeyKind, string>;
}

/** Another application of the same gateway: what it sees of the first one must be nothing. */
export async function secondApplication({ app }: TestGateway, name = 'elsewhere'): Promise<SecondApplication> {
  const appId = (await app.get(ApplyService).apply({ app: name }, { dryRun: false })).app.id;
  const make = async (kind: KeyKind): Promise<string> =>
    (await app.get(ApiKeyService).createKey(appId, { kind, name: `${name}-${kind}` })).secret;
  return { appId, keys: { rest: await make('rest'), mobile: await make('mobile'), js: await make('js') } };
}
