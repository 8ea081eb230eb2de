/**
 * All refusals of Herald: number in the error envelope, kind and meaning. Edges translate `kind` to their own protocol;
 * nothing else knows a status.
 */
export const CATALOGUE = {
  internal: { code: 2001, kind: 'bug', text: 'Internal error' },
  inbox_status: { code: 2001, kind: 'invalid', text: 'Inbox status outside 1..15' },
  malformed: { code: 2004, kind: 'invalid', text: 'A field has the wrong type or form, or the body is too large' },
  not_json: { code: 2009, kind: 'invalid', text: 'The body is not JSON' },
  unauthenticated: { code: 2010, kind: 'unauthenticated', text: 'API key missing, unknown or revoked' },
  missing_field: { code: 2020, kind: 'invalid', text: 'A required field is missing' },
  address_refused: { code: 2021, kind: 'forbidden', text: "The caller's address is not on the key's allow-list" },
  key_not_allowed: { code: 2022, kind: 'forbidden', text: 'The key is valid and may not do this' },
  user_unproven: { code: 2024, kind: 'unauthenticated', text: 'The device has no valid proof of its user' },
  rate_limited: { code: 2029, kind: 'limited', text: 'Rate limit reached' },
  idempotency_in_progress: { code: 2030, kind: 'conflict', text: 'A request with this idempotency key is in progress' },
  idempotency_reused: {
    code: 2030,
    kind: 'unprocessable',
    text: 'This idempotency key was used with another body or rights',
  },
  unavailable: { code: 2031, kind: 'unavailable', text: 'The database is away and nothing was committed' },
  push_too_large: { code: 2101, kind: 'invalid', text: 'The rendered push is larger than its provider takes' },
  not_granted: { code: 4000, kind: 'forbidden', text: 'The application has not been granted this operation' },
  unknown_key: { code: 5003, kind: 'invalid', text: 'No such notification key or message id' },
  wrong_state: { code: 5005, kind: 'invalid', text: 'The message is in a state that does not allow this' },
  unknown_button_set: { code: 5006, kind: 'invalid', text: 'No such button set' },
  no_approval_step: { code: 5008, kind: 'invalid', text: 'The application has no approval step' },
  unknown_subject: { code: 5016, kind: 'invalid', text: 'No such user or device' },
  geofence_title_taken: { code: 5024, kind: 'invalid', text: 'Geofence title already in use' },
  email_without_content: { code: 5041, kind: 'invalid', text: 'E-mail without content' },
  segment_unusable: { code: 5042, kind: 'invalid', text: 'Segment deleted, unknown or never calculated' },
  bad_address: { code: 6000, kind: 'invalid', text: 'An address or number that is not one' },
  permission_missing: { code: 7001, kind: 'forbidden', text: 'The member has no permission for this' },
  proof_needed: { code: 7002, kind: 'forbidden', text: 'The member must first prove again who it is' },
  cross_site: { code: 7003, kind: 'forbidden', text: 'The request does not come from a page of the panel' },
  unknown_id: { code: 7004, kind: 'absent', text: 'There is nothing with this id' },
  build: { code: 7005, kind: 'conflict', text: 'The page is of another build than the server' },
  provider_away: { code: 7007, kind: 'unavailable', text: 'The provider that members sign in with does not answer' },
  provider_proof_needed: {
    code: 7008,
    kind: 'forbidden',
    text: 'The member must first prove to its provider who it is',
  },
  section_locked: { code: 7009, kind: 'forbidden', text: 'The application file alone changes this' },
  own_request: { code: 7010, kind: 'forbidden', text: 'A member does not approve what it asked for' },
  shared_access: { code: 7011, kind: 'forbidden', text: 'Somebody else concerned may be behind this member' },
  unconfirmed_gaps: { code: 7012, kind: 'conflict', text: 'The message lacks something for people' },
  changed_meanwhile: { code: 7006, kind: 'conflict', text: 'It is not any more what the member saw' },
} as const satisfies Record<string, { code: number; kind: ErrorKind; text: string }>;

export type Refusal = keyof typeof CATALOGUE;
export type ErrorCode = (typeof CATALOGUE)[Refusal]['code'];
/** The kind of a refusal, which edges translate. */
export type ErrorKind =
  | 'bug'
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'absent'
  | 'conflict'
  | 'unprocessable'
  | 'limited'
  | 'unavailable';
