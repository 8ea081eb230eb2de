import { useQuery } from '@tanstack/react-query';
import { type HomeAudience, type HomeFigures, homeQueries } from '../../api/home/home.js';
import { DayColumns } from '../../kit/charts/day-columns.js';
import { Link } from '../../kit/controls/link.js';
import { Card } from '../../kit/layout/card.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { Loaded } from '../../loading/loaded.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from '../look/home.module.css';
import { useMarketingMessages } from './messages.js';
import { RatedCampaigns } from './rated-campaigns.js';
import { Tile, Tiles } from './tile.js';

/** The audience and what the campaigns of the last days brought. */
export function Marketing() {
  const { app, may } = useApplication();
  const figures = useQuery(homeQueries.figures(app.key));
  const audience = useQuery({ ...homeQueries.audience(app.key), enabled: may('audience.count') });
  return (
    <>
      <Loaded
        query={figures}
        skeleton={
          <Card>
            <Skeleton lines={4} />
          </Card>
        }
      >
        {(read) => <Figures figures={read} audience={audience.data} />}
      </Loaded>
      {audience.data !== undefined && audience.data.days.length > 1 && <Growth audience={audience.data} />}
    </>
  );
}

function Figures({ figures, audience }: { figures: HomeFigures; audience: HomeAudience | undefined }) {
  const { f } = useI18n();
  const messages = useMarketingMessages();
  const { app } = useApplication();
  const { sums, unsubscribed, days } = figures;
  const shareOf = (n: number, all: number): string => f.percent(all === 0 ? 0 : n / all);
  return (
    <>
      <Card title={messages.title(days)} note={messages.asOf(f.clock(figures.asOf))}>
        <Tiles>
          {audience !== undefined && (
            <Tile name={messages.audience} value={f.number(audience.now)} note={<Grown audience={audience} />} />
          )}
          <Tile
            name={messages.sent}
            help={messages.sentHelp}
            value={f.number(sums.sent)}
            note={
              sums.planned === 0
                ? messages.noSends
                : `${messages.ofPlanned(shareOf(sums.sent, sums.planned), f.number(sums.planned))} · ${messages.campaigns(sums.campaigns)}`
            }
          />
          <Tile
            name={messages.opens}
            help={messages.opensHelp}
            value={f.number(sums.opened)}
            note={
              sums.openable === 0
                ? messages.noMails
                : messages.ofMails(shareOf(sums.opened, sums.openable), f.number(sums.openable))
            }
          />
          <Tile
            name={messages.clicks}
            help={messages.clicksHelp}
            value={f.number(sums.clicked)}
            note={
              sums.sent === 0
                ? messages.noSends
                : messages.ofSent(shareOf(sums.clicked, sums.sent), f.number(sums.sent))
            }
          />
          <Tile
            name={messages.unsubscribed}
            help={messages.unsubscribedHelp}
            value={f.number(unsubscribed)}
            note={messages.people(unsubscribed)}
          />
        </Tiles>
        <p className={css['more']}>
          <Link href={paths.reports(app.key)}>{messages.reports}</Link>
        </p>
      </Card>
      {sums.campaigns > 0 && <RatedCampaigns figures={figures} />}
    </>
  );
}

function Grown({ audience: { now, days } }: { audience: HomeAudience }) {
  const { f } = useI18n();
  const messages = useMarketingMessages();
  const [first] = days;
  if (first === undefined || days.length < 2) {
    return messages.firstDay;
  }
  const grown = now - first.users;
  return messages.grown(`${grown < 0 ? '−' : '+'}${f.number(Math.abs(grown))}`, f.day(first.day));
}

function Growth({ audience: { days } }: { audience: HomeAudience }) {
  const messages = useMarketingMessages();
  return (
    <Card title={messages.growth}>
      <DayColumns
        title={messages.growth}
        days={days.map(({ day, users }) => ({ day, parts: [{ tone: 'sent', name: messages.audience, n: users }] }))}
      />
    </Card>
  );
}
