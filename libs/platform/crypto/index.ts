export { sha256, sha256Hex, uuidFrom } from './digest.js';
export { KEY_ID_BYTES, MasterKey, readPreviousKeys } from './master-key.js';
export { publicKeyOf } from './p256.js';
