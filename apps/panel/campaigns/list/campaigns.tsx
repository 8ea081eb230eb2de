import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.js';
import { campaignChoices } from '../../api/views/views.js';
import { platformName } from '../../widgets/platform-names.js';
import { TypedFilter } from '../../widgets/typed-filter.js';
import { useCursor } from '../../widgets/use-cursor.js';
import { Button } from '../../kit/controls/button.js';
import { Link } from '../../kit/controls/link.js';
import { Select } from '../../kit/controls/select.js';
import { Card } from '../../kit/layout/card.js';
import { Filters } from '../../kit/tables/filters.js';
import { Screen } from '../../kit/layout/screen.js';
import { Empty } from '../../kit/states/notice.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { Pages } from '../../kit/tables/pages.js';
import { Loaded } from '../../loading/loaded.js';
import { address, paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { BulkBar } from '../filing/bulk-bar.js';
import { FolderFilter } from '../filing/folder-filter.js';
import { useFilingMessages } from '../filing/messages.js';
import { useCalendarMessages } from '../calendar/messages.js';
import css from './campaigns.module.css';
import { CampaignRows } from './campaign-rows.js';
import { ViewsMenu } from './views-menu.js';
import { useListMessages } from './messages.js';

/** States by which the list can be filtered. */
const STATES = ['HELD', 'SCHEDULED', 'SENDING', 'PAUSED', 'FINISHED', 'STOPPED'];
const PLATFORMS = ['IOS', 'ANDROID', 'WEB', 'EMAIL', 'SMS', 'WHATSAPP', 'CHAT'];
/** The interval of reloads while campaigns are being sent. */
const REFRESH_MS = 5000;
/** Campaigns that are filed at once. */
const MAX_TICKED = 100;

interface CampaignsProps {
  search: Record<string, string | undefined>;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** Every campaign, the newest first. Filters stand in the address, so that a link shows the same. */
export function Campaigns({ search, setSearch }: CampaignsProps) {
  const { w } = useI18n();
  const calendar = useCalendarMessages();
  const { app, may } = useApplication();
  const messages = useListMessages();
  const { state, platform, q, label, author, folder, archived, after } = search;
  const ticked = (search['ticked'] ?? '').split(',').filter((key) => key !== '');
  const tick = (keys: readonly string[]): void =>
    setSearch({ ticked: keys.length === 0 ? undefined : keys.slice(0, MAX_TICKED).join(',') });
  const filing = useFilingMessages();
  const choices = useQuery(campaignChoices(app.key)).data;
  const query = useQuery({
    ...queries.campaigns(app.key, { state, platform, q, label, author, folder, archived, after }),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some((row) => row.state === 'SENDING' || row.state === 'STARTING') === true ? REFRESH_MS : false,
  });
  const cursor = useCursor(after, query.data?.next, (next) => setSearch({ after: next }));
  const isFiltered = [state, platform, q, label, author, folder, archived].some((value) => value !== undefined);
  const filter = (change: Record<string, string | undefined>): void =>
    setSearch({ ...change, after: undefined, ticked: undefined });
  return (
    <Screen
      title={w.campaigns.title}
      actions={
        <>
          <Link kind="button" href={paths.approvals(app.key)}>
            {w.campaigns.states['HELD']}
          </Link>
          <Link kind="button" href={address(['apps', app.key, 'campaigns', 'sends'])}>
            {messages.sends}
          </Link>
          <Link kind="button" href={paths.calendar(app.key)}>
            {calendar.title}
          </Link>
          {may('campaigns.write') && (
            <>
              <Link kind="button" href={paths.drafts(app.key)}>
                {messages.drafts}
              </Link>
              <Link kind="primary" href={paths.composer(app.key)}>
                {messages.compose}
              </Link>
            </>
          )}
        </>
      }
    >
      <Filters
        className={css['filters']}
        active={[state, platform, label, author, folder, archived].filter((value) => value !== undefined).length}
        first={<TypedFilter label={w.campaigns.find} value={q ?? ''} onChange={(value) => filter({ q: value })} />}
      >
        <Select
          label={w.campaigns.state}
          isBare
          value={state ?? ''}
          options={[
            ['', `${w.campaigns.state}: ${w.all}`],
            ...STATES.map((id) => [id, w.campaigns.states[id] ?? id] as const),
          ]}
          onChange={(value) => filter({ state: value })}
        />
        <Select
          label={w.campaigns.platform}
          isBare
          value={platform ?? ''}
          options={[
            ['', `${w.campaigns.platform}: ${w.all}`],
            ...PLATFORMS.map((id) => [id, platformName(id, w)] as const),
          ]}
          onChange={(value) => filter({ platform: value })}
        />
        <Select
          label={messages.label}
          isBare
          value={label ?? ''}
          options={withChosen(label, [
            ['', `${messages.label}: ${w.all}`],
            ...(choices?.labels ?? []).map((name) => [name, name] as const),
          ])}
          onChange={(value) => filter({ label: value })}
        />
        <Select
          label={w.campaigns.author}
          isBare
          value={author ?? ''}
          options={withChosen(author, [
            ['', `${w.campaigns.author}: ${w.all}`],
            ...(choices?.authors ?? []).map(({ kind, id, name }) => [`${kind}-${id}`, name] as const),
          ])}
          onChange={(value) => filter({ author: value })}
        />
        <FolderFilter folder={folder} onChange={(id) => filter({ folder: id })} />
        <Select
          label={filing.list}
          isBare
          value={archived ?? ''}
          options={[
            ['', filing.current],
            ['yes', filing.inArchive],
          ]}
          onChange={(value) => filter({ archived: value })}
        />
        <ViewsMenu filters={{ state, platform, q, label, author, folder, archived }} />
      </Filters>
      <Card isFlush>
        {ticked.length > 0 && (
          <BulkBar
            ticked={ticked}
            rows={query.data?.items ?? []}
            isArchive={archived === 'yes'}
            onClear={() => tick([])}
          />
        )}
        <Loaded
          query={query}
          skeleton={
            <div className={css['inset']}>
              <Skeleton lines={8} height={28} />
            </div>
          }
        >
          {({ items }) =>
            items.length > 0 ? (
              <>
                <CampaignRows rows={items} ticked={ticked} onTick={tick} />
                <Pages names={[w.campaigns.newer, w.campaigns.older]} {...cursor} />
              </>
            ) : isFiltered ? (
              <Empty
                title={messages.noMatch}
                help={messages.noMatchHelp}
                action={
                  <Button
                    onPress={() =>
                      filter({
                        state: undefined,
                        platform: undefined,
                        q: undefined,
                        label: undefined,
                        author: undefined,
                        folder: undefined,
                        archived: undefined,
                      })
                    }
                  >
                    {messages.clear}
                  </Button>
                }
              />
            ) : (
              <Empty title={messages.none} help={messages.noneHelp} />
            )
          }
        </Loaded>
      </Card>
    </Screen>
  );
}

/** A filter of the address stays in sight, also where nothing of it is among the newest. */
function withChosen(
  chosen: string | undefined,
  options: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] {
  return chosen === undefined || options.some(([value]) => value === chosen) ? options : [...options, [chosen, chosen]];
}
