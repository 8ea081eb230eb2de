import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { newKey } from '../../api/idempotency/new-key.js';
import { queries } from '../../api/queries.js';
import type { Campaign } from '../../api/types.js';
import { Stack } from '../../kit/layout/screen.js';
import { Loaded } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import css from '../form/composer.module.css';
import type { CampaignDraft } from '../contents/campaign-draft.js';
import { DraftPage, type DraftEditing } from '../drafts/draft-page.js';
import type { FormKind } from '../drafts/form.js';
import { copyOfCampaign } from './copied-campaign.js';
import { useCopyMessages } from './messages.js';

interface CopyPageProps {
  kind: FormKind<CampaignDraft>;
  /** The key of the campaign. */
  campaign: string;
  draft: string | undefined;
  onDraft: (id: string | undefined) => void;
  children: (page: DraftEditing<CampaignDraft>) => ReactNode;
}

/** A draft that begins as a copy of a campaign, and is saved as one at once. */
export function CopyPage({ campaign, ...page }: CopyPageProps) {
  const messages = useCopyMessages();
  const { app } = useApplication();
  const query = useQuery(queries.campaign(app.key, campaign));
  return (
    <Loaded query={query} missing={{ title: messages.missing, help: campaign }}>
      {(campaign) => <Copied campaign={campaign} {...page} />}
    </Loaded>
  );
}

function Copied({
  campaign,
  kind,
  draft,
  onDraft,
  children,
}: Omit<CopyPageProps, 'campaign'> & { campaign: Campaign }) {
  const messages = useCopyMessages();
  // The campaign moves on while it is written on, and the page goes on with what it began with.
  const [copy] = useState(() => copyOfCampaign(campaign));
  const [ownId, setOwnId] = useState<string>();
  const { left, audience } = copy;
  // A draft that is begun after the copy was saved is a new one.
  const copying = {
    ...kind,
    recallEarlier: () => (ownId !== undefined ? undefined : { ...copy.draft, key: newKey() }),
  };
  return (
    <Stack>
      {ownId === undefined || draft === ownId ? (
        <div role="status">
          <p className={css['quiet']}>{messages.copied(campaign.name ?? campaign.key)}</p>
          {left.length > 0 && <p className={css['warning']}>{messages.left(left.join(', '))}</p>}
          {!audience && <p className={css['warning']}>{messages.audience}</p>}
        </div>
      ) : null}
      <DraftPage
        kind={copying}
        draft={draft}
        onDraft={(id) => {
          setOwnId((before) => before ?? id ?? '');
          onDraft(id);
        }}
      >
        {children}
      </DraftPage>
    </Stack>
  );
}
