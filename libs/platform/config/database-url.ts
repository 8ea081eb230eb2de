/**
 * The URL of a database whose certificate is checked. `require`, `prefer` and `verify-ca` mean `verify-full` to the driver
 * (pg-connection-string 2), which warns of it on stderr at every start.
 *
 * @see https://node-postgres.com/features/ssl
 */
export function checkCertificate(url: string): string {
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}
