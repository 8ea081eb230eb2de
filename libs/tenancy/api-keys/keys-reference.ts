import {
  type FileFields,
  listField,
  oneOfField,
  patternField,
  required,
  type SectionReference,
  textField,
  textsField,
} from '#platform/forms';
import { KEY_KINDS, SCOPES } from '../model/api-key.types.js';
import { MAX_SECRET_LENGTH, MIN_SECRET_LENGTH } from './key-secret.js';

export const KEY_FIELDS = {
  kind: required(oneOfField(KEY_KINDS, '`rest` for servers; apps and pages contain `mobile` and `js`')),
  name: required(textField('Names the key beside its kind')),
  secret: textField(
    `The key itself, ${MIN_SECRET_LENGTH} to ${MAX_SECRET_LENGTH} printable ASCII characters. Another one replaces it`,
    { otherwise: 'generated, printed once' },
  ),
  scopes: textsField('Parts of the REST interface', 'all of its kind', SCOPES),
  addresses: textsField('Addresses and networks (CIDR) that may use it', 'any'),
  origins: textsField('Origins of the pages that may use a js key', 'any'),
  expires: patternField(
    '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2})?(Z|[+-]\\d{2}:\\d{2}))?$',
    'A day (from 00:00 UTC) or a time with zone, from which it is refused',
    'never',
  ),
} satisfies FileFields;

export const KEYS_REFERENCE: SectionReference = {
  field: listField(KEY_FIELDS, 'API keys. Kind and name identify one'),
  about: '`prune` revokes keys that are not listed.',
  example: `
app: shop
keys:
  - { kind: rest, name: backend, secret: '\${BACKEND_KEY}', addresses: [10.0.0.0/8] }
  - { kind: rest, name: reports, scopes: [reports, audience], expires: '2099-12-31' }
  - { kind: mobile, name: app }
  - { kind: js, name: site, origins: ['https://shop.example.com'] }
`,
};
