/** Codes of Node for no connection, and SQLSTATEs (PostgreSQL manual, appendix A) of one that is refused. */
const UNREACHABLE = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EAI_AGAIN',
  '28000',
  '28P01',
  '3D000',
  '57P03',
  '53300',
];

/** Codes of OpenSSL (https://nodejs.org/api/tls.html#x509-certificate-error-codes) for a chain that ends in an unknown authority. */
const UNKNOWN_AUTHORITY = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];
/** Codes of certificates that are of another name, too old or too new. */
const REFUSED_CERTIFICATE = ['ERR_TLS_CERT_ALTNAME_INVALID', 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'];
/** The driver has no code for it. */
const NO_TLS = /server does not support SSL/;

/** SQLSTATEs of a table and of a schema that do not exist. */
const NOT_MIGRATED = ['42P01', '3F000'];

/** One sentence for a database that lets no one in or was not migrated; undefined for another error. Its stack would tell nothing. */
export function explainDatabaseError(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (NOT_MIGRATED.includes(code)) {
    return 'The database lacks a table of this release: run "herald migrate"';
  }
  if (UNKNOWN_AUTHORITY.includes(code)) {
    return `The certificate of the database is of an unknown authority (${code}): name its authority with sslrootcert in its URL`;
  }
  if (error instanceof Error && REFUSED_CERTIFICATE.includes(code)) {
    return `The certificate of the database is refused: ${error.message}`;
  }
  if (error instanceof Error && NO_TLS.test(error.message)) {
    return 'The database takes no TLS: switch it on there, or take sslmode out of its URL';
  }
  return error instanceof Error && UNREACHABLE.includes(code)
    ? `The database cannot be reached: ${error.message || code}`
    : undefined;
}

/** SQLSTATEs, and codes of Node and OpenSSL. */
const CODE = /^[A-Z0-9_]{2,60}$/;

/** A sentence about a database that does not answer, for anyone: with the code of the error, and never with its message. */
export function explainForStrangers(error: unknown): string {
  const code = findCode(error);
  return code === undefined || code === 'TIMEOUT'
    ? 'The database does not answer in time'
    : `The database does not answer (${code}): check that it runs, and DATABASE_URL`;
}

/** The first code of an error and its causes. */
function findCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) {
    return undefined;
  }
  return 'code' in error && typeof error.code === 'string' && CODE.test(error.code)
    ? error.code
    : findCode(error.cause);
}
