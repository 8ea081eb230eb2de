import { useQuery } from '@tanstack/react-query';
import { composePreview, type ComposePreview } from '../../api/compose/compose.js';
import type { Written } from '../../api/compose/message.js';
import { useApplication } from '../../session/application.js';
import { useWriting } from '../../targets/completion/writing.js';
import { useReasonText } from '../../widgets/template-faults/use-reason-text.js';
import { shownOf, writtenOf } from '../form/draft.js';
import { faultsOf, problemsOf, problemsOfContent, type Faults } from '../form/faults.js';
import { useComposerMessages } from '../form/messages.js';
import { draftOfContent, type CampaignDraft, type Content } from './campaign-draft.js';

/**
 * A content as it arrives.
 *
 * @property written  undefined while something is missing
 * @property preview  perhaps of an earlier text
 */
interface ContentPreview {
  written: Written | undefined;
  preview: ComposePreview | undefined;
  isPlaceholder: boolean;
  faults: Faults;
}

/**
 * Asks how a content arrives.
 *
 * @param refusal  of the member's last request for this very campaign; null: there is none
 */
export function useContentPreview(campaign: CampaignDraft, content: Content, refusal: Error | null): ContentPreview {
  const messages = useComposerMessages();
  const { app } = useApplication();
  const draft = draftOfContent(campaign, content);
  const written = writtenOf(draft);
  const { values } = useWriting();
  const names = [...new Set(values.map(({ name }) => name.split('.')[0] ?? name))];
  const shown = { ...shownOf(draft, written), ...(names.length > 0 && { values: names }) };
  const answer = useQuery(composePreview(app.key, written, shown));
  const preview = written === undefined ? undefined : answer.data;
  const refused = [
    ...problemsOf(answer.error),
    ...problemsOfContent(
      refusal,
      campaign.contents.findIndex(({ id }) => id === content.id),
    ),
  ];
  const sayReason = useReasonText([...refused, ...(preview?.warnings ?? [])].map(({ reason }) => reason));
  return {
    written,
    preview,
    isPlaceholder: answer.isPlaceholderData,
    faults: faultsOf(preview, refused, messages, sayReason),
  };
}
