import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/queries.js';
import type { Campaign, Payload } from '../../api/types.js';
import { useLanguageNames } from '../../widgets/language-names.js';
import { platformName } from '../../widgets/platform-names.js';
import { Arrivals } from '../../widgets/sends/arrivals.js';
import { Chips } from '../../kit/controls/chips.js';
import { Card } from '../../kit/layout/card.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { Loaded } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { isAhead } from '../scheduled/beginning.js';
import css from '../look/page.module.css';
import { useCampaignMessages } from './messages.js';

/** The message itself, before its languages. */
const MAIN = '';

/** Draws the message of each platform and language: for a user without attributes, or for the addresses of one person. */
export function PayloadsCard({ campaign, uid }: { campaign: Campaign; uid: string | undefined }) {
  const messages = useCampaignMessages();
  const { app } = useApplication();
  const query = useQuery(queries.payloads(app.key, campaign.key, uid));
  const title =
    uid === undefined ? (isAhead(campaign) ? messages.drawnAhead : messages.drawnSent) : messages.payloadsOf(uid);
  return (
    <Card title={title} note={messages.payloadsNote}>
      <Loaded query={query} skeleton={<Skeleton lines={8} height={20} />}>
        {({ items }) =>
          items.length === 0 ? <p className={css['caption']}>{messages.payloadsNone}</p> : <Drawn items={items} />
        }
      </Loaded>
    </Card>
  );
}

function Drawn({ items }: { items: readonly Payload[] }) {
  const { w } = useI18n();
  const messages = useCampaignMessages();
  const languageOf = useLanguageNames();
  const [platform, setPlatform] = useState<string>();
  const [language, setLanguage] = useState(MAIN);
  const platforms = [...new Set(items.map((item) => item.platform))];
  const languages = [...new Set(items.map((item) => item.language ?? MAIN))];
  const shown = items.filter(
    (item) =>
      (platform === undefined || item.platform === platform) &&
      (languages.length === 1 || (item.language ?? MAIN) === (languages.includes(language) ? language : languages[0])),
  );
  const attributes = [...new Set(shown.flatMap((item) => item.attributes))];
  return (
    <div className={css['platforms']}>
      {platforms.length > 1 && (
        <Chips
          label={w.campaigns.platform}
          value={platform ?? ''}
          options={[['', w.all], ...platforms.map((id) => [id, platformName(id, w)] as const)]}
          onChange={(id) => setPlatform(id === '' ? undefined : id)}
        />
      )}
      {languages.length > 1 && (
        <Chips
          label={messages.language}
          value={languages.includes(language) ? language : (languages[0] ?? MAIN)}
          options={languages.map((id) => [id, id === MAIN ? messages.mainText : languageOf(id)] as const)}
          onChange={setLanguage}
        />
      )}
      <Arrivals items={shown} />
      {attributes.length > 0 && <p className={css['caption']}>{messages.differs(attributes.join(', '))}</p>}
      <p className={css['caption']}>{messages.payloadsHelp}</p>
    </div>
  );
}
