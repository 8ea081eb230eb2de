import type { Config } from './config.js';

const GO_TOGETHER = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
/** Requests to them never leave the machine. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Finds faults of the settings of the OpenID Connect provider as a whole, one line each. */
export function findOidcFaults(config: Readonly<Config>): string[] {
  const { OIDC_ISSUER, OIDC_ROLES, OIDC_ONLY } = config;
  const absent = GO_TOGETHER.filter((name) => config[name] === undefined);
  const faults: string[] = [];
  if (absent.length > 0 && absent.length < GO_TOGETHER.length) {
    faults.push(`${GO_TOGETHER.join(', ')} go together: ${absent.join(', ')} is missing`);
  }
  if (OIDC_ISSUER === undefined && (OIDC_ONLY || OIDC_ROLES !== undefined)) {
    faults.push(`${OIDC_ONLY ? 'OIDC_ONLY' : 'OIDC_ROLES'} needs OIDC_ISSUER`);
  }
  if (OIDC_ISSUER !== undefined && URL.canParse(OIDC_ISSUER)) {
    const { protocol, hostname, search, hash } = new URL(OIDC_ISSUER);
    if (protocol !== 'https:' && !LOOPBACK.test(hostname)) {
      faults.push('OIDC_ISSUER must begin with https:// unless it is on this machine');
    }
    if (search !== '' || hash !== '') {
      faults.push('OIDC_ISSUER has neither a query nor a fragment');
    }
  }
  return faults;
}
