import { isJsonObject, parseJson } from '#platform/collections';

/** The parts of a JWS in compact form (RFC 7515, section 7.1), decoded and not verified. */
export interface Jwt {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  signature: Buffer;
  /** The signed text. */
  signed: string;
}

const PART = /^[A-Za-z0-9_-]+$/;

/** @returns undefined when the text has not the form of a signed JWT */
export function parseJwt(text: string): Jwt | undefined {
  const [head, body, signature, ...rest] = text.split('.');
  if (head === undefined || body === undefined || signature === undefined || rest.length > 0) {
    return undefined;
  }
  if (![head, body, signature].every((part) => PART.test(part))) {
    return undefined;
  }
  const header = parseObject(Buffer.from(head, 'base64url').toString('utf8'));
  const claims = parseObject(Buffer.from(body, 'base64url').toString('utf8'));
  if (header === undefined || claims === undefined) {
    return undefined;
  }
  return { header, claims, signature: Buffer.from(signature, 'base64url'), signed: `${head}.${body}` };
}

/** @returns undefined when the text is not a JSON object */
export function parseObject(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text);
  return isJsonObject(value) ? value : undefined;
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
