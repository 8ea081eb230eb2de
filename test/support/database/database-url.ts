/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  const second = new URL(url);
  second.pathname = `/${name}`;
  return second.href;
}
