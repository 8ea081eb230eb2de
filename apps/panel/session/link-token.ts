const LINK = /^#link=([\w-]+)$/;
const REFUSED = /^#refused=([a-z]+)$/;

/**
 * Takes the token of a one-time link out of the address, so that it stays neither in the history nor on the screen. A
 * fragment is sent to no server, so no log and no scanner of mails has it.
 */
export function takeLinkToken(): string | undefined {
  return take(LINK);
}

/**
 * Calls back with the token of each link that is opened while the panel is shown: such a link changes the fragment alone,
 * and the page stays.
 *
 * @returns the function that ends it
 */
export function watchLinkToken(onToken: (token: string) => void): () => void {
  const onHash = (): void => {
    const token = takeLinkToken();
    if (token !== undefined) {
      onToken(token);
    }
  };
  addEventListener('hashchange', onHash);
  return () => removeEventListener('hashchange', onHash);
}

/** Removes from the address the reason for which the OpenID Connect sign-in failed, so that it is shown once. */
export function takeRefusal(): string | undefined {
  return take(REFUSED);
}

function take(form: RegExp): string | undefined {
  const value = form.exec(location.hash)?.[1];
  if (value !== undefined) {
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return value;
}
