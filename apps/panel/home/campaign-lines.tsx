import type { CampaignRow } from '../api/types.js';
import { CampaignBadge } from '../widgets/campaign-badge.js';
import { platformName } from '../widgets/platform-names.js';
import { ProgressBar } from '../widgets/progress-bar.js';
import { finalOf } from '../widgets/progress-parts.js';
import { Link } from '../kit/controls/link.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './look/home.module.css';

/** Campaigns, a few lines each, with how far they are. */
export function CampaignLines({ campaigns, none }: { campaigns: readonly CampaignRow[]; none: string }) {
  const { w, f } = useI18n();
  const { app } = useApplication();
  return campaigns.length === 0 ? (
    <p className={css['quiet']}>{none}</p>
  ) : (
    <ul className={css['lines']}>
      {campaigns.map((campaign) => (
        <li key={campaign.key} className={css['line']}>
          <p className={css['head']}>
            <Link href={paths.campaign(app.key, campaign.key)}>{campaign.name ?? campaign.key}</Link>
            <CampaignBadge state={campaign.state} />
            <span>
              {campaign.startedAt === null && campaign.dueAt !== null
                ? f.moment(campaign.dueAt)
                : `${f.number(finalOf(campaign))} / ${f.number(campaign.planned)}`}
            </span>
          </p>
          {campaign.startedAt !== null && <ProgressBar progress={campaign} isSmall />}
          <p className={css['caption']}>
            {campaign.platforms.map((platform) => platformName(platform, w)).join(', ')}
            {campaign.startedAt === null && campaign.planned > 0 && ` · ${w.people(campaign.planned)}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
