import type { ComposedCampaign } from '../../api/compose/message.js';
import type { KnownTypes } from '../../targets/lines.js';
import { composedOf, REACHES, WITHIN_UNITS, withContents, type CampaignDraft } from '../contents/campaign-draft.js';
import { sortedText } from '../drafts/form.js';
import { draftOf } from './stored-draft.js';

/** Reads a stored campaign like `draftOf`, with one content or with several. */
export function campaignDraftOf(stored: object, zone: string, types: KnownTypes): CampaignDraft | undefined {
  const { others = [], reach, within, preferredBy, ...first } = stored as Partial<ComposedCampaign>;
  const { message: _message, mail: _mail, ...shared } = first;
  const drafts = [first, ...others.map((other) => ({ ...shared, ...other }))].map((part) => draftOf(part, zone, types));
  const [draft, ...rest] = drafts;
  if (draft === undefined) {
    return undefined;
  }
  const base = withContents(draft);
  const [, amount = '', unit] = /^(\d+)([mhd])$/.exec(within ?? '') ?? [];
  const campaign: CampaignDraft = {
    ...base,
    contents: [
      ...base.contents,
      ...rest.flatMap((other, index) => (other ? withContents(other, index + 1).contents : [])),
    ],
    reach: REACHES.find((rule) => rule === reach) ?? base.reach,
    within: amount,
    withinUnit: WITHIN_UNITS.find((known) => known === unit) ?? base.withinUnit,
    preferredBy: preferredBy ?? base.preferredBy,
  };
  const again = composedOf(campaign, zone, types);
  // The target is compared with each content; its fields may have another order.
  return again && sortedText({ ...again, target: first.target }) === sortedText(stored) ? campaign : undefined;
}
