import { newDraft } from '../form/draft.js';
import { draftFrom } from '../drafts/kept-draft.js';
import {
  draftOfContent,
  newReaching,
  openContent,
  REACHES,
  WITHIN_UNITS,
  withContents,
  type CampaignDraft,
  type Reaching,
} from './campaign-draft.js';

/** A build that knows one content alone refuses a draft of several. */
const SEVERAL = 2;

/** The stored fields of a campaign. Those of one content stand among the others, so that earlier builds read them. */
export function storeCampaign(campaign: CampaignDraft): { form?: number; fields: object } {
  const { contents, open: _open, ...rest } = campaign;
  const content = openContent(campaign);
  return contents.length === 1
    ? { fields: { ...rest, ...draftOfContent(campaign, content), id: content.id } }
    : { form: SEVERAL, fields: campaign };
}

/** A campaign that was stored, with one content or with several; undefined for what this build cannot show whole. */
export function campaignFrom(stored: object): CampaignDraft | undefined {
  const { id = 0, contents, open, ...shared } = stored as Record<string, unknown>;
  const reaching = reachingFrom(shared);
  if (reaching === undefined) {
    return undefined;
  }
  if ('platforms' in shared) {
    const draft = draftFrom({ ...newDraft(), ...shared });
    return draft && typeof id === 'number' ? { ...withContents(draft, id), ...reaching } : undefined;
  }
  const read = (Array.isArray(contents) ? contents : []).map((content: unknown) => {
    const own = typeof content === 'object' && content !== null ? content : {};
    return campaignFrom({ ...newDraft(), ...shared, ...own });
  });
  const [first] = read;
  const all = read.flatMap((campaign) => campaign?.contents ?? []);
  const isWhole =
    first !== undefined && all.length === read.length && new Set(all.map((content) => content.id)).size === all.length;
  return isWhole && typeof open === 'number' ? { ...first, contents: all, open } : undefined;
}

function reachingFrom(stored: Record<string, unknown>): Reaching | undefined {
  const reaching = { ...newReaching(), ...stored };
  const { reach, within, withinUnit, preferredBy } = reaching;
  const isKnown =
    REACHES.includes(reach) &&
    typeof within === 'string' &&
    /^\d*$/.test(within) &&
    WITHIN_UNITS.includes(withinUnit) &&
    typeof preferredBy === 'string';
  return isKnown ? { reach, within, withinUnit, preferredBy } : undefined;
}
