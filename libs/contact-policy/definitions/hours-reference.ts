import {
  type FileFields,
  listField,
  mapField,
  oneOfField,
  patternField,
  required,
  type SectionReference,
  textField,
  textsField,
} from '#platform/forms';
import { BOUND_POLICIES, DAYS, HOLDOUT_PERIODS } from '../model/policy.types.js';

export const CLOCK = '^([01]\\d|2[0-3]):[0-5]\\d$';
export const SHARE = '^(0\\.[1-9]|[1-9]\\d?(\\.\\d)?)%$';

const ZONE = textField('Clocks: `user`, `application`, or a zone', { otherwise: '`user`' });
const BINDS = textsField('Policies that they hold back', '`[marketing]`', BOUND_POLICIES);

export const QUIET_FIELDS = {
  from: patternField(CLOCK, 'First minute, such as `"21:00"`', 'no quiet hours'),
  to: patternField(CLOCK, 'First minute after it, perhaps of the next day', 'no quiet hours'),
  zone: ZONE,
  binds: BINDS,
} satisfies FileFields;

export const WINDOW_FIELDS = {
  days: textsField('Days of the week', 'every day', DAYS),
  from: required(patternField(CLOCK, 'First minute')),
  to: required(patternField(CLOCK, 'First minute after it, of the same day')),
  zone: ZONE,
  binds: BINDS,
} satisfies FileFields;

export const HOLDOUT_FIELDS = {
  name: required(textField('Identifies the control group', { max: 100 })),
  share: required(patternField(SHARE, 'Share of the users, such as `5%`')),
  period: oneOfField(HOLDOUT_PERIODS, 'How long a draw holds', '`quarter`'),
  except: textsField('Policies that still reach its users; an empty list: none', '`[service]`', ['service']),
} satisfies FileFields;

export const QUIET_REFERENCE: SectionReference = {
  field: mapField(QUIET_FIELDS, 'Hours in which no marketing leaves'),
  about: 'An empty map removes the hours. See [contact policy](contact-policy.md#quiet-hours-and-send-windows).',
  example: `
app: shop
quietHours: { from: "21:00", to: "08:00", zone: user }
`,
};

export const WINDOWS_REFERENCE: SectionReference = {
  field: listField(WINDOW_FIELDS, 'Hours in which marketing may leave. The list replaces the former one'),
  about: 'An empty list removes them.',
  example: `
app: shop
sendWindows:
  - { days: [MO, TU, WE, TH, FR], from: "09:00", to: "18:00", zone: user }
  - { days: [SA], from: "10:00", to: "14:00", zone: user }
`,
};

export const HOLDOUTS_REFERENCE: SectionReference = {
  field: listField(HOLDOUT_FIELDS, 'Control groups: users who get no marketing. The list replaces the former one'),
  about: 'See [contact policy](contact-policy.md#control-groups).',
  example: `
app: shop
holdouts:
  - { name: global, share: 5%, period: quarter }
`,
};
