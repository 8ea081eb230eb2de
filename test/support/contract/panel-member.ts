import { randomUUID } from 'node:crypto';
import { LinkService, MemberService, type Grant } from '#libs/members';
import type { Answer, TestGateway } from './gateway.js';

/** The headers that a page of the panel and its browser send with a write. */
export const PAGE_HEADERS = {
  'content-type': 'application/json',
  'sec-fetch-site': 'same-origin',
  'x-herald-panel': '1',
};
const SYSTEM = { by: { kind: 'system', id: 'test', name: 'test' } } as const;
/** A member that may give every grant. */
const MIGHTIEST = { ...SYSTEM, grants: [{ role: 'owner', appId: null }] } as const;

/** A member with a session, as a browser uses it. */
export interface PanelMember {
  memberId: number;
  cookie: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

/** The cookie of an answer that signs in, as `name=value`. */
export function cookieOf({ headers }: Pick<Answer, 'headers'>): string {
  return (headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
}

/** Writes the cookie for a gateway on another port of the host. */
export function portedTo(base: string, cookie: string): string {
  return cookie.replace(/^herald-\d+/, `herald-${new URL(base).port}`);
}

/** Sends a request of the panel. */
export async function askPanel(
  base: string,
  path: string,
  { cookie = '', method = 'GET', body, headers = {} }: PanelRequest = {},
): Promise<Answer> {
  const answer = await fetch(`${base}/panel/1.0${path}`, {
    method,
    headers: { ...(cookie !== '' && { cookie }), ...headers },
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
    }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  return { status: answer.status, headers: answer.headers, text, json: isJson ? JSON.parse(text) : undefined };
}

/** Sends a form with a file, as a page of the panel does. */
export function sendFile(
  base: string,
  path: string,
  { cookie }: Pick<PanelMember, 'cookie'>,
  { name, text, fields = {}, headers = {} }: FileForm,
): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([text]), name);
  for (const [field, value] of Object.entries(fields)) {
    form.append(field, value);
  }
  // The type has the boundary, which the form makes itself.
  const { 'content-type': _, ...page } = PAGE_HEADERS;
  return askPanel(base, path, {
    cookie,
    method: 'POST',
    body: form,
    headers: { ...page, 'idempotency-key': randomUUID(), ...headers },
  });
}

interface FileForm {
  name: string;
  /** The content: a text or bytes. */
  text: string | Uint8Array<ArrayBuffer>;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
}

interface PanelRequest {
  cookie?: string;
  method?: string;
  /** A text or a form is sent as it stands. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Adds a member with these grants and signs it in by a link. Without grants it owns the application of the test. */
export async function signIn(
  { app, base, appId }: Pick<TestGateway, 'app' | 'base' | 'appId'>,
  grants: readonly Grant[] = [{ role: 'owner', appId }],
): Promise<PanelMember> {
  const members = app.get(MemberService);
  const { member, link } = await members.invite(MIGHTIEST, { name: 'Ada', email: null, grants });
  const answer = await askPanel(base, '/session/link', {
    method: 'POST',
    headers: PAGE_HEADERS,
    body: { token: link.token },
  });
  return memberOf(base, member.memberId, cookieOf(answer));
}

/** A new link of a member. */
export async function makeLink({ app }: Pick<TestGateway, 'app'>, memberId: number): Promise<string> {
  return (await app.get(LinkService).makeFor(memberId, SYSTEM)).token;
}

export function memberOf(base: string, memberId: number, cookie: string): PanelMember {
  return {
    memberId,
    cookie,
    get: (path, headers = {}) => askPanel(base, path, { cookie, headers }),
    post: (path, body = {}, headers = {}) =>
      askPanel(base, path, {
        cookie,
        method: 'POST',
        body,
        headers: { ...PAGE_HEADERS, 'idempotency-key': randomUUID(), ...headers },
      }),
  };
}
