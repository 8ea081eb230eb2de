const LINK = /^#link=([\w-]+)$/;

/**
 * Takes the token of a one-time link out of the address, so that it stays neither in the history nor on the screen. A
 * fragment is sent to no server, so no log and no scanner of mails has it.
 */
export function takeLinkToken(): string | undefined {
  const token = LINK.exec(location.hash)?.[1];
  if (token !== undefined) {
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return token;
}
