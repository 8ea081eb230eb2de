import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { ProviderRequest } from '../server/exchange.js';

const ALGORITHM = 'AWS4-HMAC-SHA256';
/** AWS takes a request within a quarter of an hour. */
const MAX_SKEW_MS = 15 * 60 * 1000;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=(\w{16,128})\/(\d{8})\/([a-z0-9-]+)\/([a-z0-9-]+)\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

export type SignatureCheck = { accessKeyId: string } | { error: string; message: string };

/**
 * Checks Signature Version 4 as AWS does (AWS, "Create a signed AWS API request"): it calculates the signature from the
 * request and the secret of the key.
 *
 * @param secretOf  undefined for an unknown key
 */
export function checkSignature(
  { method, path, headers, body, host }: ProviderRequest,
  service: string,
  secretOf: (accessKeyId: string) => string | undefined,
): SignatureCheck {
  const { authorization = '' } = headers;
  if (authorization === '') {
    return { error: 'MissingAuthenticationTokenException', message: 'Missing Authentication Token' };
  }
  const [, accessKeyId = '', day = '', region = '', scope = '', signedHeaders = '', signature = ''] =
    AUTHORIZATION.exec(authorization) ?? [];
  const date = String(headers['x-amz-date'] ?? '');
  if (accessKeyId === '' || scope !== service || !date.startsWith(day) || !signedHeaders.split(';').includes('host')) {
    return {
      error: 'IncompleteSignatureException',
      message: 'The request signature does not conform to AWS standards.',
    };
  }
  const secret = secretOf(accessKeyId);
  if (secret === undefined) {
    return { error: 'UnrecognizedClientException', message: 'The security token included in the request is invalid.' };
  }
  if (!(Math.abs(Date.now() - readDate(date)) <= MAX_SKEW_MS)) {
    return { error: 'InvalidSignatureException', message: `Signature expired: ${date} is now earlier than allowed` };
  }
  const [place = '', query = ''] = path.split('?', 2);
  const canonical = [
    method,
    // Every service but S3 encodes the path once more.
    encodeURI(place),
    [...new URLSearchParams(query)]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .toSorted()
      .join('&'),
    ...signedHeaders.split(';').map((name) => {
      const value = name === 'host' ? host : headers[name];
      return `${name}:${String(value ?? '')
        .trim()
        .replaceAll(/ +/g, ' ')}`;
    }),
    '',
    signedHeaders,
    createHash('sha256').update(body).digest('hex'),
  ].join('\n');
  const scopeText = `${day}/${region}/${service}/aws4_request`;
  const text = [ALGORITHM, date, scopeText, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(
    (part, step) => createHmac('sha256', part).update(step).digest(),
    `AWS4${secret}`,
  );
  const expected = createHmac('sha256', key).update(text).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
    ? { accessKeyId }
    : {
        error: 'InvalidSignatureException',
        message: 'The request signature we calculated does not match the signature you provided.',
      };
}

/** `20261126T154000Z` in ms since 1970. */
function readDate(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
