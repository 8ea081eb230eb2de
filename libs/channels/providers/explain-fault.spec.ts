import { describe, expect, it } from 'vitest';
import type { FaultKind } from '../provider/explain-fault.js';
import { explainFault } from './registry.js';

describe('explainFault', () => {
  it.each<[string, string, string, FaultKind, RegExp]>([
    ['apns', 'InvalidProviderToken', 'AUTH', 'credentials', /teamId, keyId and key/],
    ['apns', 'TopicDisallowed', 'CONFIGURATION', 'configuration', /bundle id/],
    ['apns', 'BadCertificateEnvironment', 'AUTH', 'credentials', /production or sandbox/],
    ['fcm', 'OAUTH_400', 'AUTH', 'credentials', /deleted or disabled/],
    ['fcm', 'PERMISSION_DENIED', 'AUTH', 'credentials', /Firebase Cloud Messaging API/],
    ['smtp', '535 5.7.8', 'AUTH', 'credentials', /user and password/],
    ['smtp', 'ENOTFOUND', 'PROVIDER_UNAVAILABLE', 'unknown-host', /spelling/],
    ['smtp', 'ECONNREFUSED', 'PROVIDER_UNAVAILABLE', 'refused-port', /host and port/],
    ['smtp', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'PROVIDER_UNAVAILABLE', 'tls', /certificate/],
    ['smtp', 'ETIMEDOUT', 'PROVIDER_UNAVAILABLE', 'timeout', /firewall/],
    ['smtp', 'ECONNRESET', 'PROVIDER_UNAVAILABLE', 'unreachable', /network/],
    ['twilio', '20003', 'AUTH', 'credentials', /accountSid and authToken/],
    ['twilio', '21606', 'CONFIGURATION', 'configuration', /senders/],
    ['webpush', 'INVALID_VAPID_KEY', 'AUTH', 'credentials', /no pair/],
    ['webpush', 'INVALID_VAPID_SUBJECT', 'AUTH', 'credentials', /people on the internet/],
    ['fcm', 'UNAVAILABLE', 'PROVIDER_UNAVAILABLE', 'outage', /status page/],
    ['twilio', '20429', 'RATE_LIMITED', 'rate', /ratePerSecond/],
    ['apns', 'Odd', 'AUTH', 'credentials', /console/],
    ['apns', 'Odd', 'ODD', 'refused', /its words/],
  ])('explainFault returns the kind and an advice for %s %s (%s)', (channel, code, why, kind, advice) => {
    const explained = explainFault(channel, { code, why });
    expect(explained.kind).toBe(kind);
    expect(explained.advice).toMatch(advice);
    expect(explained.advice).toMatch(/^[A-Z][^\n]*\.$/);
  });
});
