import { SignJWT } from 'jose';

/** The key by which the server of the test application signs. */
export const TEST_IDENTITY_KEY = { id: 'backend', algorithm: 'HS256', key: 'a shared secret of the test application' };

/** @property lifeSeconds  until the token ends, from now; negative: it has ended */
export interface TokenChanges {
  application?: string | undefined;
  lifeSeconds?: number;
  key?: { id: string; key: string };
}

/** The token by which a server says that a device is used by the user with this extId. */
export async function signIdentity(
  extId: string,
  { application = 'shop', lifeSeconds = 3600, key = TEST_IDENTITY_KEY }: TokenChanges = {},
): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', kid: key.id })
    .setSubject(extId)
    .setAudience(application)
    .setExpirationTime(Math.floor(Date.now() / 1000) + lifeSeconds)
    .sign(Buffer.from(key.key));
}

/** A device that names its user has a token of the application's server. */
export async function addIdentityToken(body: unknown, application?: string): Promise<unknown> {
  const { extId } = { ...(body as { extId?: unknown } | null | undefined) };
  return typeof extId === 'string' && extId !== ''
    ? { identityToken: await signIdentity(extId, { application }), ...(body as object) }
    : body;
}
