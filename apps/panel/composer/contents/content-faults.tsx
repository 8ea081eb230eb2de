import css from '../form/composer.module.css';
import type { CampaignDraft, Content } from './campaign-draft.js';
import { useContentPreview } from './use-content-preview.js';

interface ContentFaultsProps {
  campaign: CampaignDraft;
  /** It is not in sight. */
  content: Content;
  refusal: Error | null;
  /** A problem with the name of the content. */
  textOf: (problem: string) => string;
}

/** Shows what keeps a content from being sent while another one is in sight. */
export function ContentFaults({ campaign, content, refusal, textOf }: ContentFaultsProps) {
  const { faults } = useContentPreview(campaign, content, refusal);
  const problems = new Set(Object.values(faults.blocking).filter((text) => text !== undefined));
  return [...problems].map((problem) => (
    <p key={problem} className={css['warning']}>
      {textOf(problem)}
    </p>
  ));
}
