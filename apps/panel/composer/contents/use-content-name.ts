import { kindOf, type CampaignDraft } from './campaign-draft.js';
import { useContentMessages } from './messages.js';

/** Names contents by their kind, with a number where several have one kind. */
export function useContentName({ contents }: Pick<CampaignDraft, 'contents'>): (id: number) => string {
  const messages = useContentMessages();
  return (id) => {
    const content = contents.find((entry) => entry.id === id);
    const kind = content && kindOf(content);
    const same = contents.filter((entry) => kindOf(entry) === kind);
    const name = kind === undefined ? messages.noPlatform : messages.kinds[kind];
    return content && same.length > 1 ? `${name} ${same.indexOf(content) + 1}` : name;
  };
}
