export { ensureAuthority, type Authority } from './authority.js';
export { createCertificates, type Certificates } from './certificates.js';
