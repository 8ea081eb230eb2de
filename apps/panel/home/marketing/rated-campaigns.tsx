import type { HomeFigures } from '../../api/home/home.js';
import { Link } from '../../kit/controls/link.js';
import { Card } from '../../kit/layout/card.js';
import { Facts } from '../../kit/layout/facts.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from '../look/home.module.css';
import { useMarketingMessages } from './messages.js';

/** The campaigns of the month with the highest and the lowest share of clicks. */
export function RatedCampaigns({ figures: { best, worst, least } }: { figures: HomeFigures }) {
  const { f } = useI18n();
  const messages = useMarketingMessages();
  const { app } = useApplication();
  const rated = [
    [messages.best, best],
    [messages.worst, worst],
  ] as const;
  return (
    <Card title={messages.rated} note={messages.least(f.number(least))}>
      {best === null ? (
        <p className={css['quiet']}>{messages.noRated(f.number(least))}</p>
      ) : (
        <Facts
          facts={rated.flatMap(([name, campaign]) =>
            campaign === null
              ? []
              : {
                  name: <Link href={paths.campaign(app.key, campaign.key)}>{campaign.title ?? messages.unnamed}</Link>,
                  note: name,
                  value: messages.ofSent(f.percent(campaign.clicked / campaign.sent), f.number(campaign.sent)),
                },
          )}
        />
      )}
    </Card>
  );
}
