import { useQuery } from '@tanstack/react-query';
import { openDrafts } from '../../api/compose/drafts.js';
import { queries } from '../../api/queries.js';
import { Button } from '../../kit/controls/button.js';
import { Link } from '../../kit/controls/link.js';
import { Card } from '../../kit/layout/card.js';
import { newMail } from '../../mails/mail-form.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import css from '../form/composer.module.css';
import { withContents, type CampaignDraft } from '../contents/campaign-draft.js';
import { newDraft } from '../form/draft.js';
import { useCopyMessages } from './messages.js';

/** The number of starts of each kind, the newest first. */
const SHOWN = 3;

/** Offers the beginnings of an empty campaign: a draft, a copy of a campaign, a template. */
export function StartCard({ onChange }: { onChange: (draft: CampaignDraft) => void }) {
  const messages = useCopyMessages();
  const { app } = useApplication();
  const drafts = useQuery(openDrafts(app.key)).data?.items.slice(0, SHOWN) ?? [];
  const campaigns = useQuery(queries.campaigns(app.key, {})).data?.items.slice(0, SHOWN) ?? [];
  return (
    <Card title={messages.start}>
      <div className={css['rows']}>
        {drafts.length > 0 && (
          <p className={css['actions']}>
            <span className={css['quiet']}>{messages.drafts}</span>
            {drafts.map(({ id, name }) => (
              <Link key={id} href={paths.composer(app.key, { draft: id })}>
                {name === '' ? messages.nameless : name}
              </Link>
            ))}
          </p>
        )}
        {campaigns.length > 0 && (
          <p className={css['actions']}>
            <span className={css['quiet']}>{messages.campaigns}</span>
            {campaigns.map(({ key, name }) => (
              <Link key={key} href={paths.composer(app.key, { copy: key })}>
                {name ?? key}
              </Link>
            ))}
          </p>
        )}
        <p>
          <Button
            onPress={() =>
              onChange(withContents({ ...newDraft(), platforms: ['EMAIL'], mail: { ...newMail(), kind: 'template' } }))
            }
          >
            {messages.mail}
          </Button>
        </p>
      </div>
    </Card>
  );
}
