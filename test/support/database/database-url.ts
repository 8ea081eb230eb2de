/** Names another database of the server. */
export function withDatabase(url: string, name: string): string {
  const second = new URL(url);
  second.pathname = `/${name}`;
  return second.href;
}

/** Gives the connections to a database a name that its server shows. */
export function withApplicationName(url: string, name: string): string {
  const named = new URL(url);
  named.searchParams.set('application_name', name);
  return named.href;
}
