import type { CampaignDraft } from './campaign-draft.js';
import { campaignFrom } from './stored-campaign.js';

/** @param request  that is changed; undefined: a new campaign */
export interface DraftPlace {
  app: string;
  member: string;
  request: string | undefined;
}

const nameOf = ({ app, member, request }: DraftPlace): string =>
  ['herald-draft', app, member, ...(request === undefined ? [] : [request])].join(' ');

/** The draft that this browser has of a member; undefined where there is none that can be read. */
export function recallDraft(place: DraftPlace): CampaignDraft | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameOf(place)) ?? 'null');
    return typeof stored === 'object' && stored !== null ? campaignFrom(stored) : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a draft in this browser; without a storage it lives as long as the page. */
export function rememberDraft(place: DraftPlace, draft: CampaignDraft): void {
  try {
    localStorage.setItem(nameOf(place), JSON.stringify(draft));
  } catch {
    // A browser may have no storage, or a full one.
  }
}

/** Forgets what this browser has. */
export function forgetDraft(place: DraftPlace): void {
  try {
    localStorage.removeItem(nameOf(place));
  } catch {
    // Without a storage there is nothing to forget.
  }
}
