import {
  type FileFields,
  flagField,
  freeField,
  intField,
  listField,
  MAX_HEADERS,
  oneOfField,
  patternField,
  required,
  type SectionReference,
  textField,
} from '#platform/forms';
import { FAILURE_FATES, LIVE_SCOPES } from '../live-source.types.js';

export const MAX_FETCHES = 50;
export const MAX_URL_LENGTH = 2000;
export const FETCH_NAME = /^[A-Za-z]\w{0,63}$/;
export const PER_SECOND = { min: 1, max: 1000 } as const;
export const DEFAULT_PER_SECOND = 50;
export const MOST_CACHE_SECONDS = 86_400;
export const TIMEOUT_SECONDS = { standard: 2, most: 10 } as const;

const DURATION = '^[1-9]\\d{0,8}[smhd]$';

export const FETCH_FIELDS = {
  name: required(patternField(FETCH_NAME.source, 'Templates read `fetched.NAME`')),
  url: required(
    textField('Asked with GET, `https` and public. For each person with `@{code|default}` of attributes and `extId`', {
      max: MAX_URL_LENGTH,
    }),
  ),
  simulator: flagField('The simulators answer in place of its host'),
  headers: freeField(
    { type: 'object', additionalProperties: { type: 'string' }, maxProperties: MAX_HEADERS },
    'Headers of the request, kept sealed. Left out, stored ones stay; `{}` removes them',
    'none',
  ),
  per: oneOfField(LIVE_SCOPES, 'Asked at the launch, or for each person before a batch', 'campaign'),
  cache: patternField(DURATION, 'How long sends share an answer: at most `1d`', 'not shared'),
  timeout: patternField('^\\d{1,2}s$', `At most \`${TIMEOUT_SECONDS.most}s\``, `${TIMEOUT_SECONDS.standard}s`),
  perSecond: intField(PER_SECOND, 'Most calls a second', String(DEFAULT_PER_SECOND)),
  onFailure: oneOfField(FAILURE_FATES, 'Without an answer: skipped, defaults of the template, or failed', 'skip'),
} satisfies FileFields;

export const FETCHES_REFERENCE: SectionReference = {
  field: listField(FETCH_FIELDS, 'Servers of [live data](templates.md#live-data)'),
  about: 'JSON that is fetched before a message is rendered.',
  example: `
app: shop
fetches:
  - { name: weather, url: 'https://weather.example.com/now?city=Izmir', cache: 10m, onFailure: default }
  - name: points
    url: 'https://crm.example.com/points/@{extId}'
    headers: { authorization: 'Bearer example' }
    per: person
    timeout: 1s
`,
};
