import { type FileFields, listField, oneOfField, required, type SectionReference, textField } from '#platform/forms';
import { IDENTITY_ALGORITHMS } from '../model/tenancy.types.js';

export const MAX_NAME_LENGTH = 100;

export const IDENTITY_KEY_FIELDS = {
  id: required(textField('The `kid` of the tokens', { max: MAX_NAME_LENGTH })),
  algorithm: required(oneOfField(IDENTITY_ALGORITHMS, 'By which your server signs')),
  key: required(
    textField('A public key (PEM), the name of its `.pem` file, or for HS256 the shared secret (32 bytes or more)'),
  ),
} satisfies FileFields;

export const IDENTITY_KEYS_REFERENCE: SectionReference = {
  field: listField(IDENTITY_KEY_FIELDS, 'Keys that check tokens of devices'),
  about:
    'At most 20. A change, or removal by `prune`, takes back what the key proved ([user authentication](user-authentication.md)).',
  example: `
app: shop
identityKeys:
  - { id: backend-2026, algorithm: ES256, key: identity.pem }
  - { id: old-backend, algorithm: HS256, key: '\${IDENTITY_SECRET}' }
`,
};
