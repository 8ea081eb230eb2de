import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer): string => Buffer.from(data).toString('base64url');
/** The user is there and was verified; with `0x40` a new credential follows (W3C Web Authentication, section 6.1). */
const VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;

/** Deviations of an authenticator or a page from the standard. */
export interface Deviation {
  /** Bits of the authenticator data; without them the user is there and verified. */
  flags?: number;
  /** Uses of the key so far, as the authenticator counts them. */
  counter?: number;
  /** Origin of the page that asks. */
  origin?: string;
  /** The host to which the authenticator data belong. */
  relyingParty?: string;
  type?: string;
}

/** An authenticator in memory: one P-256 key for one host, without an attestation. */
export class SoftAuthenticator {
  private readonly id = randomBytes(16);
  private readonly key: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  });

  /** @param origin  of the pages, whose host is the relying party */
  constructor(private readonly origin: string) {}

  /** Answer of `navigator.credentials.create`. */
  create(challenge: string): object {
    const { x = '', y = '' } = this.key.publicKey.export({ format: 'jwk' });
    // CBOR (RFC 8949) of a COSE key: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
    const cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, cose]);
    const data = Buffer.concat([this.describe(VERIFIED | WITH_CREDENTIAL), credential]);
    // CBOR of {"fmt": "none", "attStmt": {}, "authData": data}.
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return this.answer({
      clientDataJSON: base64url(this.tellClient('webauthn.create', challenge)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    });
  }

  /** Answer of `navigator.credentials.get`. */
  get(challenge: string, deviation: Deviation = {}): object {
    const client = this.tellClient(deviation.type ?? 'webauthn.get', challenge, deviation.origin);
    const data = this.describe(deviation.flags ?? VERIFIED, deviation);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.key.privateKey);
    return this.answer({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
    });
  }

  private describe(flags: number, { relyingParty, counter = 0 }: Deviation = {}): Buffer {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(counter);
    return Buffer.concat([sha256(relyingParty ?? new URL(this.origin).hostname), Buffer.from([flags]), counted]);
  }

  private tellClient(type: string, challenge: string, origin = this.origin): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false });
  }

  private answer(response: object): object {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
