import {
  signHms,
  signHttp,
  signInfobip,
  signTwilio,
  signVonage,
  signWhatsApp,
  type CallbackPlace,
  type ReportingProvider,
  type SignedCallback,
} from './signed-callbacks.js';

/** The message of a status. @property id  as the provider repeats it */
export interface StatusOf {
  to: string;
  id: string;
}

/**
 * A status in the words of its provider.
 *
 * @property leaves     kind and code of the row that stays of it; absent: none
 * @property ends       nothing more goes to the address
 * @property isSuspect  nothing more goes to an address that two messages have it of
 */
export interface ProviderStatus {
  name: string;
  write(place: CallbackPlace, report: StatusOf): SignedCallback;
  leaves?: readonly [kind: string, code: string];
  ends?: boolean;
  isSuspect?: boolean;
}

const DELIVERED = ['delivered', ''] as const;
const READ = ['read', ''] as const;
const undelivered = (code: string) => ['undelivered', code] as const;
const LEFT_OF_STATE = { delivered: DELIVERED, read: READ } as const;

const twilio = (MessageStatus: string, ErrorCode?: string, ends?: boolean): ProviderStatus => ({
  name: [MessageStatus, ErrorCode].filter(Boolean).join(' '),
  write: (place, { to, id }) =>
    signTwilio(place, { MessageStatus, To: to, MessageSid: id, ...(ErrorCode !== undefined && { ErrorCode }) }),
  ...(ErrorCode !== undefined && { leaves: undelivered(ErrorCode) }),
  ...((MessageStatus === 'delivered' || MessageStatus === 'read') && { leaves: DELIVERED }),
  ...((ErrorCode === '30005' || ErrorCode === '30006') && { isSuspect: true }),
  ...(ends && { ends }),
});

const vonage = (status: string, code: string, ends?: boolean): ProviderStatus => ({
  name: `${status} ${code}`,
  write: (place, { to, id }) => signVonage(place, { msisdn: to.slice(1), status, 'err-code': code, 'client-ref': id }),
  ...(status === 'delivered' && { leaves: DELIVERED }),
  ...(['failed', 'rejected', 'expired'].includes(status) && { leaves: undelivered(code) }),
  ...(code === '3' && { isSuspect: true }),
  ...(ends && { ends }),
});

const infobip = (
  [groupName, id, name]: [string, number, string],
  error: string,
  leaves?: ProviderStatus['leaves'],
  ends?: boolean,
): ProviderStatus => ({
  name: `${name} ${error}`,
  write: (place, report) =>
    signInfobip(place, {
      to: report.to.slice(1),
      messageId: report.id,
      status: { groupName, id, name },
      error: { id: 1, name: error },
      doneAt: new Date().toISOString().replace('Z', '+0000'),
    }),
  ...(leaves && { leaves }),
  ...(error === 'EC_UNKNOWN_SUBSCRIBER' && { isSuspect: true }),
  ...(ends && { ends }),
});

const http = (status: string, more: Record<string, unknown> = {}): ProviderStatus => ({
  name: `${status} ${JSON.stringify(more)}`,
  write: (place, { to, id }) => signHttp(place, { to, id, status, ...more }),
  ...((status === 'delivered' || status === 'read') && { leaves: LEFT_OF_STATE[status] }),
  ...((status === 'undelivered' || status === 'complaint') && {
    leaves: [status, typeof more['code'] === 'string' ? more['code'] : ''] as const,
  }),
  ...((status === 'complaint' || more['dead'] === true || more['optedOut'] === true) && { ends: true }),
});
const HTTP = [
  http('accepted'),
  http('sent'),
  http('delivered'),
  http('read'),
  http('undelivered'),
  http('undelivered', { code: 'full' }),
  http('undelivered', { dead: true }),
  http('undelivered', { optedOut: true }),
  http('undelivered', { code: 'full', dead: true }),
  http('complaint'),
  http('complaint', { code: 'abuse' }),
];

const whatsapp = (status: string, code?: number, ends?: boolean): ProviderStatus => ({
  name: [status, code].filter(Boolean).join(' '),
  write: (place, { to, id }) =>
    signWhatsApp(place, {
      statuses: [
        {
          id: 'wamid.x',
          timestamp: String(Math.floor(Date.now() / 1000)),
          recipient_id: to.slice(1),
          biz_opaque_callback_data: id,
          status,
          ...(code !== undefined && { errors: [{ code }] }),
        },
      ],
    }),
  ...((status === 'delivered' || status === 'read') && { leaves: LEFT_OF_STATE[status] }),
  ...(code !== undefined && { leaves: undelivered(String(code)) }),
  ...(ends && { ends }),
});

const hms = (status: number, ends?: boolean): ProviderStatus => ({
  name: String(status),
  write: (place, { to, id }) => signHms(place, { token: to, biTag: id, status }),
  ...(status === 0 && { leaves: DELIVERED }),
  ...(status !== 0 && status !== 27 && { leaves: undelivered(String(status)) }),
  ...(ends && { ends }),
});

/** Statuses of each provider about one message, also rare combinations. */
export const PROVIDER_STATUSES: Readonly<Record<ReportingProvider, readonly ProviderStatus[]>> = {
  twilio: [
    ...['accepted', 'queued', 'sending', 'sent', 'delivered', 'read'].map((status) => twilio(status)),
    twilio('undelivered', '30003'),
    twilio('failed', '30008'),
    twilio('undelivered', '30005'),
    twilio('undelivered', '21610', true),
    twilio('failed', '21614', true),
  ],
  vonage: [
    ...['accepted', 'buffered', 'delivered'].map((status) => vonage(status, '0')),
    vonage('expired', '1'),
    vonage('failed', '3'),
    vonage('rejected', '3'),
    vonage('rejected', '6'),
    vonage('failed', '9', true),
  ],
  infobip: [
    infobip(['PENDING', 26, 'PENDING_ACCEPTED'], 'NO_ERROR'),
    infobip(['DELIVERED', 2, 'DELIVERED_TO_OPERATOR'], 'NO_ERROR'),
    infobip(['DELIVERED', 5, 'DELIVERED_TO_HANDSET'], 'NO_ERROR', DELIVERED),
    infobip(['EXPIRED', 15, 'EXPIRED_EXPIRED'], 'EC_ABSENT_SUBSCRIBER', undelivered('EC_ABSENT_SUBSCRIBER')),
    infobip(['UNDELIVERABLE', 9, 'X'], 'EC_UNKNOWN_SUBSCRIBER', undelivered('EC_UNKNOWN_SUBSCRIBER')),
    infobip(['REJECTED', 9, 'X'], 'EC_DEACTIVATED_LIST', undelivered('EC_DEACTIVATED_LIST'), true),
    infobip(['UNDELIVERABLE', 9, 'X'], 'EC_SC_BLOCKED_BY_END_USER', undelivered('EC_SC_BLOCKED_BY_END_USER'), true),
  ],
  http: HTTP,
  whatsapp: [
    ...['sent', 'delivered', 'read'].map((status) => whatsapp(status)),
    whatsapp('failed', 131026),
    whatsapp('failed', 131049),
    whatsapp('failed', 131050, true),
  ],
  hms: [hms(0), hms(27), hms(6), hms(10), hms(201), hms(2, true), hms(5, true)],
};
