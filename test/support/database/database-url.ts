/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  const second = new URL(url);
  second.pathname = `/${name}`;
  return second.href;
}

/** The same database, whose server knows the connections by this name. */
export function withApplicationName(url: string, name: string): string {
  const named = new URL(url);
  named.searchParams.set('application_name', name);
  return named.href;
}
