import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { isJsonObject } from '#platform/collections';
import { BadRequest } from '../server/control-input.js';

/** The DNS record of a signing domain: `<selector>._domainkey.<domain>`. */
export interface DkimRecord {
  domain: string;
  selector: string;
  /** PEM, or `p=` of the record: base64 of the SubjectPublicKeyInfo, or of the 32 bytes of an Ed25519 key. */
  publicKey: string;
}

/** The result of checking one signature. */
export interface SignatureCheck {
  domain: string;
  selector: string;
  algorithm: string;
  canonicalization: string;
  /** Names of the header fields that it covers, in lower case. */
  headers: string[];
  verdict: 'pass' | 'body changed' | 'header changed' | 'no key' | 'malformed';
}

const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** The public keys in DNS. */
export class DkimKeys {
  private keys = new Map<string, KeyObject>();
  private domains = new Set<string>();

  /** @throws for an invalid key; then the former keys stay */
  set(records: readonly DkimRecord[]): void {
    this.keys = new Map(records.map((record) => [toRecordName(record), readKey(record.publicKey)]));
    this.domains = new Set(records.map(({ domain }) => domain.toLowerCase()));
  }

  /** True where mail of a domain must be signed: the domain or a parent of it has a key. */
  covers(domain: string): boolean {
    return [...this.domains].some((candidate) => isWithin(domain, candidate));
  }

  find(signature: Pick<DkimRecord, 'domain' | 'selector'>): KeyObject | undefined {
    return this.keys.get(toRecordName(signature));
  }
}

/** Sets the keys of `POST /dkim`. @throws BadRequest, and the former keys stay */
export function setKeys(keys: DkimKeys, input: unknown): { keys: number } {
  const records: unknown[] = isJsonObject(input) && Array.isArray(input['keys']) ? input['keys'] : [undefined];
  const isRecord = (record: unknown): record is DkimRecord =>
    isJsonObject(record) && ['domain', 'selector', 'publicKey'].every((name) => typeof record[name] === 'string');
  if (!records.every(isRecord)) {
    throw new BadRequest(['keys must be a list of {domain, selector, publicKey}']);
  }
  try {
    keys.set(records);
  } catch {
    throw new BadRequest(['publicKey must be a PEM, or the p= of a DNS record']);
  }
  return { keys: records.length };
}

/** True for the parent domain and all below it: relaxed alignment (RFC 7489, section 3.1.1). */
export function isWithin(domain: string, parent: string): boolean {
  const [inner, outer] = [domain.toLowerCase(), parent.toLowerCase()];
  return inner === outer || inner.endsWith(`.${outer}`);
}

/** Checks every DKIM-Signature of a raw message (RFC 6376, section 6; RFC 8463). */
export function checkSignatures(raw: Buffer, keys: DkimKeys): SignatureCheck[] {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.toString('latin1', 0, end < 0 ? raw.length : end);
  const fields = head.split(/\r\n(?![ \t])/);
  const signatures = fields.filter((field) => /^dkim-signature[ \t]*:/i.test(field));
  if (signatures.length === 0) {
    return [];
  }
  const body = end < 0 ? '' : raw.toString('latin1', end + 4);
  return signatures.map((signature) => checkSignature(signature, fields, body, keys));
}

function checkSignature(signature: string, fields: readonly string[], body: string, keys: DkimKeys): SignatureCheck {
  const tags = parseTags(signature.slice(signature.indexOf(':') + 1));
  const finding = {
    domain: tags.get('d') ?? '',
    selector: tags.get('s') ?? '',
    algorithm: tags.get('a') ?? '',
    canonicalization: tags.get('c') ?? 'simple/simple',
    headers: (tags.get('h') ?? '').toLowerCase().split(':'),
  };
  const [headForm, bodyForm = 'simple'] = finding.canonicalization.split('/');
  const isKnown = /^(rsa|ed25519)-sha256$/.test(finding.algorithm) && headForm === 'relaxed' && bodyForm === 'relaxed';
  if (!isKnown || tags.get('v') !== '1' || !finding.headers.includes('from')) {
    return { ...finding, verdict: 'malformed' };
  }
  const key = keys.find(finding);
  if (key === undefined) {
    return { ...finding, verdict: 'no key' };
  }
  if (createHash('sha256').update(canonicalizeBody(body), 'latin1').digest('base64') !== tags.get('bh')) {
    return { ...finding, verdict: 'body changed' };
  }
  const signed = Buffer.from(signedText(signature, fields, finding.headers), 'latin1');
  const proof = Buffer.from(tags.get('b') ?? '', 'base64');
  const isRsa = finding.algorithm === 'rsa-sha256';
  const isGood = isRsa
    ? verify('sha256', signed, key, proof)
    : verify(null, createHash('sha256').update(signed).digest(), key, proof);
  return { ...finding, verdict: isGood ? 'pass' : 'header changed' };
}

/** The fields of `h=`, each from the bottom upwards, and the signature field without its `b=` value. */
function signedText(signature: string, fields: readonly string[], names: readonly string[]): string {
  const left = fields.toReversed();
  const lines = names.flatMap((name) => {
    const at = left.findIndex((field) => field.slice(0, field.indexOf(':')).trim().toLowerCase() === name.trim());
    return at < 0 ? [] : left.splice(at, 1).map((field) => `${canonicalizeField(field)}\r\n`);
  });
  return lines.join('') + canonicalizeField(signature.replace(/([;:]\s*b\s*=)[^;]*/i, '$1'));
}

function canonicalizeField(field: string): string {
  const colon = field.indexOf(':');
  const value = field
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${field.slice(0, colon).trim().toLowerCase()}:${value}`;
}

function canonicalizeBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  const last = lines.findLastIndex((line) => line !== '');
  return lines
    .slice(0, last + 1)
    .map((line) => `${line}\r\n`)
    .join('');
}

/** Tags by name; white space in a value has no meaning. */
function parseTags(list: string): Map<string, string> {
  return new Map(
    list.split(';').flatMap((tag): [string, string][] => {
      const at = tag.indexOf('=');
      return at < 0 ? [] : [[tag.slice(0, at).trim(), tag.slice(at + 1).replace(/\s+/g, '')]];
    }),
  );
}

function toRecordName({ domain, selector }: Pick<DkimRecord, 'domain' | 'selector'>): string {
  return `${selector}._domainkey.${domain}`.toLowerCase();
}

function readKey(text: string): KeyObject {
  if (text.includes('-----BEGIN')) {
    return createPublicKey(text);
  }
  const bytes = Buffer.from(text, 'base64');
  const der = bytes.length === 32 ? Buffer.concat([ED25519_SPKI, bytes]) : bytes;
  return createPublicKey({ key: der, format: 'der', type: 'spki' });
}
