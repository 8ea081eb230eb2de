import { retryAfter, type Reply } from '../server/exchange.js';
import type { FaultRule } from '../server/fault-injector.js';

/**
 * Errors of FCM v1 in the form of Google's APIs (google.rpc.Status as JSON). What each means: "FCM error codes" of the
 * FCM documentation.
 */
interface GoogleError {
  http: number;
  /** google.rpc.Code. */
  status: string;
  message: string;
  /** The FcmError detail's `errorCode`; absent where Google names none. */
  errorCode?: string;
  /** The BadRequest detail: the request itself is wrong, not the token. */
  field?: string;
  /** The ErrorInfo detail's `reason`. */
  info?: string;
}

/** By the name that a fault rule uses as `reason`; the first of each status is the one for a rule that names only that. */
const ERRORS: Record<string, GoogleError> = {
  INVALID_ARGUMENT: {
    http: 400,
    status: 'INVALID_ARGUMENT',
    message: 'The registration token is not a valid FCM registration token',
    errorCode: 'INVALID_ARGUMENT',
  },
  BAD_REQUEST: {
    http: 400,
    status: 'INVALID_ARGUMENT',
    message: 'Request contains an invalid argument.',
    field: 'message',
  },
  THIRD_PARTY_AUTH_ERROR: {
    http: 401,
    status: 'UNAUTHENTICATED',
    message: 'Auth error from APNS or Web Push Service',
    errorCode: 'THIRD_PARTY_AUTH_ERROR',
  },
  UNAUTHENTICATED: {
    http: 401,
    status: 'UNAUTHENTICATED',
    message:
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
    info: 'ACCESS_TOKEN_TYPE_UNSUPPORTED',
  },
  SENDER_ID_MISMATCH: {
    http: 403,
    status: 'PERMISSION_DENIED',
    message: 'SenderId mismatch',
    errorCode: 'SENDER_ID_MISMATCH',
  },
  PERMISSION_DENIED: {
    http: 403,
    status: 'PERMISSION_DENIED',
    message:
      "Permission 'cloudmessaging.messages.create' denied on resource '//cloudresourcemanager.googleapis.com/projects/PROJECT' (or it may not exist).",
  },
  UNREGISTERED: {
    http: 404,
    status: 'NOT_FOUND',
    message: 'Requested entity was not found.',
    errorCode: 'UNREGISTERED',
  },
  NOT_FOUND: { http: 404, status: 'NOT_FOUND', message: 'The requested URL was not found on this server.' },
  QUOTA_EXCEEDED: {
    http: 429,
    status: 'RESOURCE_EXHAUSTED',
    message: 'Quota exceeded for quota metric.',
    errorCode: 'QUOTA_EXCEEDED',
  },
  INTERNAL: { http: 500, status: 'INTERNAL', message: 'Internal error encountered.', errorCode: 'INTERNAL' },
  UNAVAILABLE: {
    http: 503,
    status: 'UNAVAILABLE',
    message: 'The service is currently unavailable.',
    errorCode: 'UNAVAILABLE',
  },
};

/**
 * @param name  a key of the table above
 * @param at    overrides the message and, for a wrong request, names the field
 */
export function googleError(name: string, at: { message?: string; field?: string } = {}, rule?: FaultRule): Reply {
  const definition = ERRORS[name];
  const http = rule?.status ?? definition?.http ?? 500;
  const { status, message, errorCode, field, info } = definition ?? { status: name, message: name, errorCode: name };
  const text = at.message ?? message;
  const details = [
    errorCode && { '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode },
    field && {
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: [{ field: at.field ?? field, description: text }],
    },
    info && {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: info,
      domain: 'googleapis.com',
      metadata: { service: 'fcm.googleapis.com' },
    },
  ].filter(Boolean);
  return {
    status: http,
    headers: { 'content-type': 'application/json; charset=UTF-8', ...retryAfter(rule) },
    body: JSON.stringify({ error: { code: http, message: text, status, ...(details.length > 0 && { details }) } }),
  };
}

/** The error that a fault rule asks for, by its reason or else by its status. */
export function toGoogleError(rule: FaultRule): Reply {
  const name =
    rule.reason ?? Object.keys(ERRORS).find((candidate) => ERRORS[candidate]?.http === rule.status) ?? 'INTERNAL';
  return googleError(name, {}, rule);
}
