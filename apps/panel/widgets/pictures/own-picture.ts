/**
 * The address of a picture of Herald's own media for this page, independent of its public address; undefined for any
 * other.
 */
export function ownPicture(address: string): string | undefined {
  const hash = /\/m\/([0-9a-f]{64})\.\w+$/.exec(address)?.[1];
  return hash === undefined ? undefined : `/m/${hash}`;
}

/** The address of a picture that the policy of the panel's page allows (CSP, `img-src`): of this server or inline. */
export function shownPicture(address: string): string | undefined {
  const picture = ownPicture(address);
  if (picture !== undefined || address.startsWith('data:image/')) {
    return picture ?? address;
  }
  return URL.canParse(address) && new URL(address).origin === location.origin ? address : undefined;
}
