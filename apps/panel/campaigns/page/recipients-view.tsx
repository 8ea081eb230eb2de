import { useQuery } from '@tanstack/react-query';
import { recipientsCsv } from '../../api/commands.js';
import { queries } from '../../api/queries.js';
import type { Campaign, Recipient } from '../../api/types.js';
import { useReasonTitles } from '../../widgets/reason-titles.js';
import { RecipientsTable, RESULTS } from '../../widgets/recipients/recipients-table.js';
import { SaveFile } from '../../widgets/saving/save-file.js';
import { useCursor } from '../../widgets/use-cursor.js';
import { Button } from '../../kit/controls/button.js';
import { Chips } from '../../kit/controls/chips.js';
import { Link } from '../../kit/controls/link.js';
import { Card } from '../../kit/layout/card.js';
import { Empty } from '../../kit/states/notice.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { Pages } from '../../kit/tables/pages.js';
import type { Column } from '../../kit/tables/table.js';
import { Loaded } from '../../loading/loaded.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { useContentsMessages } from '../contents/messages.js';
import css from '../look/page.module.css';
import { useCampaignMessages } from './messages.js';

interface RecipientsViewProps {
  campaign: Campaign;
  search: Record<string, string | undefined>;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** Everyone who was planned, with what became of each; skipped ones too. */
export function RecipientsView({ campaign, search, setSearch }: RecipientsViewProps) {
  const { w, f } = useI18n();
  const contentsMessages = useContentsMessages();
  const { app, may } = useApplication();
  const { status, reason, platform, after } = search;
  const filter = { status, reason, platform };
  const query = useQuery(queries.recipients(app.key, campaign.key, { ...filter, after }));
  const messages = useCampaignMessages();
  const titleOf = useReasonTitles();
  const payloads: Column<Recipient>[] = may('users.private')
    ? [
        {
          id: 'payload',
          name: messages.payload,
          isShort: true,
          from: 'wide',
          renderCell: ({ uid }) =>
            uid === undefined || uid === null ? (
              '–'
            ) : (
              <Link href={paths.message(app.key, campaign.key, { uid })}>{messages.show}</Link>
            ),
        },
      ]
    : [];
  const contents: Column<Recipient>[] = campaign.contents
    ? [
        {
          id: 'content',
          name: contentsMessages.content,
          isNumber: true,
          from: 'middle',
          renderCell: ({ content }) => (content === undefined ? '–' : f.number(content + 1)),
        },
      ]
    : [];
  const cursor = useCursor(after, query.data?.next, (next) => setSearch({ after: next }));
  return (
    <>
      <div className={css['filters']}>
        <Chips
          label={w.campaign.status}
          value={status ?? ''}
          options={[['', w.all], ...RESULTS.map(([id]) => [id, w.results[id] ?? id] as const)]}
          onChange={(value) => setSearch({ status: value, reason: undefined, platform: undefined, after: undefined })}
        />
        {reason !== undefined && (
          <Button kind="quiet" onPress={() => setSearch({ reason: undefined, platform: undefined, after: undefined })}>
            {w.campaign.reason}: {titleOf(reason)} ×
          </Button>
        )}
        {may('users.export') && (
          <SaveFile
            label={w.campaign.download}
            source={recipientsCsv(app.key, campaign.key, filter)}
            name={`${campaign.key}.csv`}
          />
        )}
      </div>
      <Card isFlush>
        <Loaded
          query={query}
          skeleton={
            <div className={css['inset']}>
              <Skeleton lines={8} height={28} />
            </div>
          }
        >
          {({ items }) =>
            items.length === 0 ? (
              <Empty title={w.campaign.recipientsNone} help={w.campaign.recipientsNoneHelp} />
            ) : (
              <>
                <RecipientsTable
                  app={app.key}
                  items={items}
                  campaignKey={campaign.key}
                  more={[...contents, ...payloads]}
                />
                <Pages names={[w.previous, w.next]} {...cursor} />
              </>
            )
          }
        </Loaded>
      </Card>
    </>
  );
}
