import { useQuery } from '@tanstack/react-query';
import { comparison, type ComparedCampaign } from '../../api/campaigns/comparison.js';
import { CampaignBadge } from '../../widgets/campaign-badge.js';
import { platformName } from '../../widgets/platform-names.js';
import { Link } from '../../kit/controls/link.js';
import { Card } from '../../kit/layout/card.js';
import { Columns, Screen, Stack } from '../../kit/layout/screen.js';
import { Empty } from '../../kit/states/notice.js';
import { Loaded } from '../../loading/loaded.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './compare.module.css';
import { FiguresTable } from './figures-table.js';
import { useCompareMessages } from './messages.js';

interface ComparePageProps {
  search: Record<string, string | undefined>;
}

/** Two campaigns beside each other: their figures, and if a difference is more than chance. */
export function ComparePage({ search: { first = '', second = '' } }: ComparePageProps) {
  const { w } = useI18n();
  const messages = useCompareMessages();
  const { app } = useApplication();
  const query = useQuery(comparison(app.key, first, second));
  const trail = <Link href={paths.campaigns(app.key)}>{w.campaigns.title}</Link>;
  if (first === '' || second === '') {
    return (
      <Screen title={messages.title} trail={trail}>
        <Card>
          <Empty
            title={messages.choose}
            help={messages.chooseHelp}
            action={
              <Link kind="button" href={paths.campaigns(app.key)}>
                {messages.toList}
              </Link>
            }
          />
        </Card>
      </Screen>
    );
  }
  return (
    <Screen
      title={messages.title}
      trail={trail}
      actions={
        <Link kind="button" href={paths.compare(app.key, second, first)}>
          {messages.swap}
        </Link>
      }
    >
      <Loaded
        query={query}
        missing={{ title: w.campaign.missing(`${first}, ${second}`), help: w.campaign.missingHelp }}
      >
        {(pair) => <Pair first={pair.first} second={pair.second} />}
      </Loaded>
    </Screen>
  );
}

function Pair({ first, second }: { first: ComparedCampaign; second: ComparedCampaign }) {
  const { w } = useI18n();
  const messages = useCompareMessages();
  const platforms = [...new Set([...first.platforms, ...second.platforms].map(({ platform }) => platform ?? ''))];
  return (
    <Stack>
      <Columns>
        <Head campaign={first} />
        <Head campaign={second} />
      </Columns>
      <Card title={messages.whole} isFlush>
        <FiguresTable
          caption={messages.whole}
          pair={[first, second]}
          figures={[first.total, second.total]}
          unsubscribed={[first.unsubscribed, second.unsubscribed]}
        />
      </Card>
      {platforms.length > 1 &&
        platforms.map((platform) => (
          <Card key={platform} title={platformName(platform, w)} isFlush>
            <FiguresTable
              caption={platformName(platform, w)}
              pair={[first, second]}
              figures={[first, second].map((campaign) =>
                campaign.platforms.find((entry) => entry.platform === platform),
              )}
            />
          </Card>
        ))}
      <ul className={css['remarks']}>
        <li>{messages.method}</li>
        <li>{messages.machines}</li>
      </ul>
    </Stack>
  );
}

/** Name, state and time of one of them. */
function Head({ campaign: { key, name, state, startedAt } }: { campaign: ComparedCampaign }) {
  const { f } = useI18n();
  const messages = useCompareMessages();
  const { app } = useApplication();
  return (
    <Card>
      <p className={css['head']}>
        <strong>
          <Link href={paths.campaign(app.key, key)}>{name ?? key}</Link>
        </strong>
        <CampaignBadge state={state} />
        <span className={css['quiet']}>
          {startedAt === null ? messages.notStarted : messages.started(f.moment(startedAt))}
        </span>
      </p>
      {!['FINISHED', 'STOPPED'].includes(state) && <p className={css['quiet']}>{messages.unsettled(name ?? key)}</p>}
    </Card>
  );
}
