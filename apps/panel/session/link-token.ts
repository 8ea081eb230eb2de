const LINK = /^#link=([\w-]+)$/;
const REFUSED = /^#refused=([a-z]+)$/;

/**
 * Takes the token of a one-time link out of the address, so that it stays neither in the history nor on the screen. A
 * fragment is sent to no server, so no log and no scanner of mails has it.
 */
export function takeLinkToken(): string | undefined {
  return take(LINK);
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
