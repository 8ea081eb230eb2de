import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { createPrivateKey, webcrypto, X509Certificate } from 'node:crypto';

const DAY_MS = 24 * 60 * 60 * 1000;
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Names of the server certificate: loopback, the service name of the simulators, and the simulated providers. */
export const LEAF_NAMES = [
  'localhost',
  'simulators',
  'api.push.apple.com',
  'api.sandbox.push.apple.com',
  'web.push.apple.com',
  'wns2-par02p.notify.windows.com',
  'fcm.googleapis.com',
  'oauth2.googleapis.com',
  'api.twilio.com',
] as const;
const LEAF_ADDRESSES = ['127.0.0.1', '::1'] as const;

/** PEM texts of an authority and the only certificate that it signs. */
export interface Certificates {
  ca: string;
  cert: string;
  key: string;
}

/**
 * Creates an authority (X.509 v3, ECDSA P-256, RFC 5280) and one server certificate signed by it. The private key of
 * the authority exists only during this call, so it can sign no second certificate.
 *
 * @param days  validity of both
 */
export async function createCertificates(days: number): Promise<Certificates> {
  const authorityKeys = await webcrypto.subtle.generateKey(ECDSA, true, ['sign', 'verify']);
  const leafKeys = await webcrypto.subtle.generateKey(ECDSA, true, ['sign', 'verify']);
  // The certificate must be valid on machines whose clock is a little behind.
  const notBefore = new Date(Date.now() - DAY_MS);
  const notAfter = new Date(Date.now() + days * DAY_MS);
  const ca = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Herald local authority',
    keys: authorityKeys,
    signingAlgorithm: ECDSA,
    notBefore,
    notAfter,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  const leaf = await X509CertificateGenerator.create({
    subject: 'CN=Herald simulators',
    issuer: ca.subject,
    publicKey: leafKeys.publicKey,
    signingKey: authorityKeys.privateKey,
    signingAlgorithm: ECDSA,
    notBefore,
    notAfter,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        ...LEAF_NAMES.map((value) => ({ type: 'dns' as const, value })),
        ...LEAF_ADDRESSES.map((value) => ({ type: 'ip' as const, value })),
      ]),
    ],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', leafKeys.privateKey));
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }).export({ format: 'pem', type: 'pkcs8' });
  return { ca: `${ca.toString('pem')}\n`, cert: `${leaf.toString('pem')}\n`, key: key.toString() };
}

/**
 * Tests if these texts are an authority, its certificate and the key of that certificate, have every name, and stay
 * valid for at least `daysLeft` days. Anything else, such as an incomplete file, returns false.
 */
export function areUsable({ ca, cert, key }: Certificates, daysLeft: number): boolean {
  try {
    const authority = new X509Certificate(ca);
    const leaf = new X509Certificate(cert);
    const until = Date.now() + daysLeft * DAY_MS;
    return (
      leaf.verify(authority.publicKey) &&
      leaf.checkPrivateKey(createPrivateKey(key)) &&
      [authority, leaf].every(
        (certificate) => Date.parse(certificate.validFrom) <= Date.now() && Date.parse(certificate.validTo) > until,
      ) &&
      LEAF_NAMES.every((name) => leaf.checkHost(name) !== undefined) &&
      LEAF_ADDRESSES.every((address) => leaf.checkIP(address) !== undefined)
    );
  } catch {
    return false;
  }
}
