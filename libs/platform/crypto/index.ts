export { sha256, sha256Hex, uuidFrom } from './digest.js';
export { MasterKey } from './master-key.js';
