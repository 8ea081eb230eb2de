import { randomBytes } from 'node:crypto';
import { isJsonObject } from '#platform/collections';
import type { HttpProtocol, ProviderRequest, RequestOutcome, Reply } from '../server/exchange.js';
import type { FaultRule } from '../server/fault-injector.js';
import { parseObject } from '../server/jwt.js';
import { KnownCredentials } from '../server/known-credentials.js';
import { googleError, toGoogleError } from './google-errors.js';
import type { GoogleOauth } from './google-oauth.js';

const MAX_PAYLOAD = 4096;
const SEND = /^\/v1\/projects\/([a-z0-9:._-]+)\/messages:send$/i;
const REQUEST_FIELDS = ['message', 'validate_only', 'validateOnly'];

/** FCM HTTP v1 `projects.messages.send`, and beside it the OAuth endpoint that its access tokens come from. */
export class FcmSimulator implements HttpProtocol {
  readonly provider = 'fcm';
  readonly maxBody = 64 * 1024;

  constructor(
    private readonly oauth: GoogleOauth,
    private readonly credentials = new KnownCredentials(),
  ) {}

  read(request: ProviderRequest): RequestOutcome {
    if (this.oauth.isTokenPath(request.path)) {
      return { kind: 'other', reply: this.oauth.exchange(request) };
    }
    const project = SEND.exec(request.path)?.[1];
    if (project === undefined || request.method !== 'POST') {
      return refused(googleError('NOT_FOUND'));
    }
    if (!this.oauth.accepts(request.headers.authorization)) {
      return refused(googleError('UNAUTHENTICATED'));
    }
    if (project !== (this.credentials.get('fcm')?.projectId ?? project)) {
      return refused(googleError('PERMISSION_DENIED'));
    }
    const body = request.size > this.maxBody ? undefined : parseObject(request.body.toString('utf8'));
    const fault = checkBody(body, request.size);
    if (fault !== undefined) {
      return refused(googleError('BAD_REQUEST', fault));
    }
    const message = isJsonObject(body?.message) ? body.message : {};
    const name = `projects/${project}/messages/0:${Date.now()}${randomBytes(4).toString('hex')}`;
    const reply: Reply = {
      status: 200,
      headers: { 'content-type': 'application/json; charset=UTF-8' },
      body: JSON.stringify({ name }),
    };
    if (body?.validate_only === true || body?.validateOnly === true) {
      return { kind: 'other', reply };
    }
    const ownId = isJsonObject(message.data) ? message.data.heraldId : undefined;
    return {
      kind: 'message',
      sender: project,
      token: String(message.token),
      messageId: typeof ownId === 'string' ? ownId : name,
      payload: () => body,
      reply,
    };
  }

  refuse(rule: FaultRule): Reply {
    return toGoogleError(rule);
  }
}

/** The error that Google would answer to a request body of `size` bytes; undefined for a valid one. */
function checkBody(
  body: Record<string, unknown> | undefined,
  size: number,
): { message: string; field: string } | undefined {
  if (body === undefined) {
    return { message: 'Invalid JSON payload received.', field: 'message' };
  }
  const { message } = body;
  const unknown = Object.keys(body).find((name) => !REQUEST_FIELDS.includes(name));
  if (unknown !== undefined) {
    return { message: `Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`, field: unknown };
  }
  if (!isJsonObject(message)) {
    return { message: 'The message is not set.', field: 'message' };
  }
  const { topic, condition } = message;
  const hasTopic = typeof (topic ?? condition) === 'string';
  if (!hasTopic && (typeof message.token !== 'string' || message.token === '')) {
    return { message: 'Recipient of the message is not set.', field: 'message' };
  }
  const wrong = Object.values(isJsonObject(message.data) ? message.data : {}).find(
    (value) => typeof value !== 'string',
  );
  if (wrong !== undefined || (message.data !== undefined && !isJsonObject(message.data))) {
    const field = 'message.data[0].value';
    return { message: `Invalid value at '${field}' (TYPE_STRING), ${JSON.stringify(wrong)}`, field };
  }
  return size > MAX_PAYLOAD && payloadSize(message) > MAX_PAYLOAD
    ? { message: 'Android message is too big', field: 'message' }
    : undefined;
}

/** Bytes of what reaches the device: notification and data, not the address nor the delivery options. */
function payloadSize({ notification, data, android, apns, webpush }: Record<string, unknown>): number {
  const parts = isJsonObject(android) ? { notification: android.notification, data: android.data } : undefined;
  return Buffer.byteLength(JSON.stringify({ notification, data, parts, apns, webpush }));
}

function refused(reply: Reply): RequestOutcome {
  return { kind: 'refused', reply };
}
