export { sha256, sha256Hex, uuidFrom } from './digest.js';
export { KEY_ID_BYTES, MasterKey, readPreviousKeys } from './master-key.js';
export { publicKeyOf } from './p256.js';
export {
  createSignedHeaders,
  generateSecret as generateWebhookSecret,
  isSignedBy as isWebhookSignedBy,
  isWebhookSecret,
  TOLERANCE_MS as WEBHOOK_TOLERANCE_MS,
  type SignedHeaders,
} from './webhook-signature.js';
