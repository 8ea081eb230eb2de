import { write, type FileSource } from './client.js';
import type { RecipientFilter } from './queries.js';
import type { Campaign, Me, MeChange } from './types.js';

export type Steering = 'pause' | 'resume' | 'stop' | 'speed';

/** Recipients in a package and seconds between packages, whole minutes; neither: as fast as the accounts allow. */
export interface Speed {
  size?: number;
  intervalSeconds?: number;
}

const campaignPath = (app: string, key: string): string =>
  `/apps/${encodeURIComponent(app)}/campaigns/${encodeURIComponent(key)}`;

/** Pauses, resumes, stops a campaign, or changes its speed. */
export function steer(app: string, key: string, action: Steering, body: object = {}): Promise<Campaign> {
  return write<Campaign>(`${campaignPath(app, key)}/${action}`, body);
}

/** The source of the recipients of a campaign as CSV. */
export function recipientsCsv(app: string, key: string, { status, reason, platform }: RecipientFilter): FileSource {
  return { path: `${campaignPath(app, key)}/recipients.csv`, search: { status, reason, platform } };
}

/** Trades the token of a one-time link for a session. */
export function openLink(token: string): Promise<void> {
  return write('/session/link', { token });
}

/** Leaves for the OpenID Connect provider, which leads back to this very page. @param path  what it is about */
export async function goToProvider(path: 'session/oidc' | 'session/oidc/proof' | 'me/oidc/connect'): Promise<void> {
  const { address } = await write<{ address: string }>(`/${path}`, { returnTo: location.pathname + location.search });
  location.assign(address);
}

/** Ends the session here, and where the OpenID Connect provider has one too, there. */
export async function signOut(): Promise<void> {
  const { address } = await write<{ address: string | null }>('/session/end', {});
  if (address !== null) {
    location.assign(address);
  }
}

/** How the panel looks and speaks to this member, wherever the member signs in. */
export function changeMe(change: MeChange): Promise<Me> {
  return write<Me>('/me', change);
}

/** Signs the member out of one browser. @param id  of the session */
export function endSession(id: string): Promise<void> {
  return write(`/me/sessions/${encodeURIComponent(id)}/end`, {});
}
