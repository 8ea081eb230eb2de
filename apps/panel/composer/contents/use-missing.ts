import { useLanguageNames } from '../../widgets/language-names.js';
import { audienceOf } from '../../targets/written-audience.js';
import type { ComposedCampaign } from '../../api/compose/message.js';
import { useZone } from '../../session/use-zone.js';
import { campaignOf, lacksValue, listUnwritten } from '../form/draft.js';
import { useKnownWords } from '../form/known-words.js';
import { listLacks } from '../form/lacks.js';
import { useComposerMessages } from '../form/messages.js';
import { useWhatsAppMessages } from '../whatsapp/messages.js';
import { draftOfContent, openContent, type CampaignDraft } from './campaign-draft.js';
import { useContentMessages } from './messages.js';
import { useContentName } from './use-content-name.js';

/** Says what a campaign lacks before it can be checked; undefined: nothing. */
export function useMissing(campaign: CampaignDraft, composed: ComposedCampaign | undefined): string | undefined {
  const messages = useComposerMessages();
  const contentMessages = useContentMessages();
  const whatsAppMessages = useWhatsAppMessages();
  const languageOf = useLanguageNames();
  const nameOf = useContentName(campaign);
  const types = useKnownWords();
  const zone = useZone();
  if (composed !== undefined) {
    return undefined;
  }
  const draft = draftOfContent(campaign, openContent(campaign));
  const unwritten = listUnwritten(draft).map(languageOf);
  if (audienceOf(draft, types) === undefined) {
    return messages.incompleteAudience;
  }
  if (unwritten.length > 0) {
    return messages.incompleteLanguage(unwritten.join(', '));
  }
  if (lacksValue(draft)) {
    return whatsAppMessages.incomplete;
  }
  const elsewhere = campaign.contents.filter(
    (content) => campaignOf(draftOfContent(campaign, content), zone, types) === undefined,
  );
  const isWritten = campaign.name.trim() !== '' && elsewhere.length < campaign.contents.length;
  const lacks = listLacks(draft, zone).map((lack) => messages.lacks[lack]);
  return isWritten
    ? contentMessages.incomplete(elsewhere.map(({ id }) => nameOf(id)).join(', '))
    : messages.incomplete(lacks.join(', '));
}
