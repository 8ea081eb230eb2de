/** Where this page reads a picture of Herald's own media, whatever its public address is; undefined for any other. */
export function ownPicture(address: string): string | undefined {
  const hash = /\/m\/([0-9a-f]{64})\.\w+$/.exec(address)?.[1];
  return hash === undefined ? undefined : `/m/${hash}`;
}

/** What the policy of the panel's page lets it show (CSP, `img-src`): pictures of this server and of the text itself. */
export function shownPicture(address: string): string | undefined {
  const picture = ownPicture(address);
  if (picture !== undefined || address.startsWith('data:image/')) {
    return picture ?? address;
  }
  return URL.canParse(address) && new URL(address).origin === location.origin ? address : undefined;
}
