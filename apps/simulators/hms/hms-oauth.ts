import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ProviderRequest, Reply } from '../server/exchange.js';
import { nowSeconds } from '../server/jwt.js';

const LIFE_SECONDS = 3600;

/**
 * Huawei's token endpoint in client credentials mode. A token contains its app, its end and a signature, so it stays
 * valid after a restart. The secret of an app is the first one that it uses.
 */
export class HmsOauth {
  private readonly secrets = new Map<string, string>();

  /** @param key  signs tokens; unchanged by a restart */
  constructor(private readonly key: string) {}

  exchange({ method, body }: ProviderRequest): Reply {
    const form = new URLSearchParams(body.toString('utf8'));
    const [grant, id, secret] = ['grant_type', 'client_id', 'client_secret'].map((name) => form.get(name) ?? '');
    if (method !== 'POST' || grant !== 'client_credentials') {
      return oauthError(20_152, 'invalid grant_type');
    }
    if (!id || !/^[\w-]{1,64}$/.test(id)) {
      return oauthError(20_001, 'invalid client_id');
    }
    if (!secret || (this.secrets.get(id) ?? secret) !== secret) {
      return oauthError(12_304, 'invalid client_secret');
    }
    this.secrets.set(id, secret);
    const until = nowSeconds() + LIFE_SECONDS;
    const token = { access_token: `DQE.${id}.${until}.${this.sign(id, until)}`, expires_in: LIFE_SECONDS };
    return json(200, { ...token, token_type: 'Bearer' });
  }

  /** Why an app may not send with a header `authorization`, by Push Kit's code; undefined: it may. */
  findRefusal(clientId: string, authorization = ''): '80200001' | '80200003' | undefined {
    const [, id = '', end = '', signature = ''] = /^Bearer DQE\.([\w-]+)\.(\d+)\.([\w-]+)$/.exec(authorization) ?? [];
    const expected = Buffer.from(this.sign(id, Number(end)));
    const presented = Buffer.from(signature);
    if (id !== clientId || presented.length !== expected.length || !timingSafeEqual(presented, expected)) {
      return '80200001';
    }
    return Number(end) > nowSeconds() ? undefined : '80200003';
  }

  /** Undefined before its first token, such as after a restart. */
  secretOf(clientId: string): string | undefined {
    return this.secrets.get(clientId);
  }

  private sign(id: string, until: number): string {
    return createHmac('sha256', this.key).update(`push kit ${id} ${until}`).digest('base64url');
  }
}

function oauthError(subError: number, description: string): Reply {
  return json(400, { sub_error: subError, error_description: description, error: 1101 });
}

function json(status: number, value: object): Reply {
  return { status, headers: { 'content-type': 'application/json;charset=utf-8' }, body: JSON.stringify(value) };
}
