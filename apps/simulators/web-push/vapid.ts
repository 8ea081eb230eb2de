import { createPublicKey, verify } from 'node:crypto';
import { LruCache } from '#platform/collections';
import { nowSeconds, parseJwt } from '../server/jwt.js';

const CACHE_SIZE = 1000;
const MAX_LIFE_SECONDS = 24 * 60 * 60;

type CheckedHeader = { until: number; audience: string } | { fault: string };

/** Checks the Authorization header of RFC 8292 (`vapid t=<JWT>, k=<public key>`); each header is verified once. */
export class VapidVerifier {
  private readonly checked = new LruCache<string, CheckedHeader>({ max: CACHE_SIZE, memoMethod: checkHeader });

  /**
   * @param origin  origin of the push service, which `aud` must name
   * @returns the fault, or undefined
   */
  verifyHeader(authorization: string, origin: string): string | undefined {
    const checked = this.checked.memo(authorization);
    if ('fault' in checked) {
      return checked.fault;
    }
    if (checked.audience !== origin) {
      return `aud must be ${origin}`;
    }
    return checked.until <= nowSeconds() ? 'The token has expired' : undefined;
  }
}

/** The public key of a header, in base64url; undefined when it has none. */
export function readKey(authorization: string): string | undefined {
  return readParameter(authorization, 'k');
}

function readParameter(authorization: string, name: 't' | 'k'): string | undefined {
  const parameters = /^vapid\s+(.+)$/i.exec(authorization)?.[1] ?? '';
  return new RegExp(`(?:^|,)\\s*${name}=([^,\\s]+)`).exec(parameters)?.[1];
}

function checkHeader(authorization: string): CheckedHeader {
  const token = readParameter(authorization, 't');
  const key = readKey(authorization);
  if (!token || !key) {
    return { fault: 'The header is not "vapid t=..., k=..."' };
  }
  const jwt = parseJwt(token);
  if (jwt === undefined || jwt.header.alg !== 'ES256') {
    return { fault: 't is not an ES256 token' };
  }
  if (!isSigned(jwt.signed, jwt.signature, key)) {
    return { fault: 'The signature does not belong to k' };
  }
  const { aud, exp, sub } = jwt.claims;
  if (typeof exp !== 'number' || exp > nowSeconds() + MAX_LIFE_SECONDS) {
    return { fault: 'exp must be at most 24 hours ahead' };
  }
  if (typeof sub !== 'string' || !/^(mailto:|https:)./.test(sub)) {
    return { fault: 'sub must be a mailto: or https: URL' };
  }
  return { until: exp, audience: String(aud) };
}

function isSigned(signed: string, signature: Buffer, key: string): boolean {
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65 || point[0] !== 4) {
    return false;
  }
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  try {
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    return verify('sha256', Buffer.from(signed), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature);
  } catch {
    return false;
  }
}
