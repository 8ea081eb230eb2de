import type { Campaign } from '../../api/types.js';
import { platformName } from '../../widgets/platform-names.js';
import { useReasonTitles } from '../../widgets/reason-titles.js';
import { Card } from '../../kit/layout/card.js';
import { type Column, Table } from '../../kit/tables/table.js';
import { useI18n } from '../../i18n/i18n.js';
import css from '../look/page.module.css';
import { useContentsMessages } from './messages.js';

type Content = NonNullable<Campaign['contents']>[number] & { index: number };

/** Reasons of a content that are named. */
const MAX_REASONS = 4;
const DEFAULT_WITHIN_S = 86_400;

/** The figures of each content of a campaign, the rule by which a person gets which, and why some got another or none. */
export function ContentsCard({ campaign: { contents = [], options } }: { campaign: Campaign }) {
  const { w, f } = useI18n();
  const messages = useContentsMessages();
  const titleOf = useReasonTitles();
  const columns: Column<Content>[] = [
    {
      id: 'content',
      name: messages.content,
      isName: true,
      renderCell: ({ index, platforms, leftOut }) => (
        <span className={css['name']}>
          {messages.numbered(f.number(index + 1), platforms.map((platform) => platformName(platform, w)).join(', '))}
          {leftOut.length > 0 && (
            <span className={css['caption']}>
              {messages.leftOut}:{' '}
              {leftOut
                .slice(0, MAX_REASONS)
                .map(({ reason, n }) => `${titleOf(reason)} ${f.number(n)}`)
                .join(', ')}
            </span>
          )}
        </span>
      ),
    },
    ...(['planned', 'sent', 'failed', 'clicked'] as const).map((id) => ({
      id,
      name: id === 'planned' ? messages.planned : w.campaign[id],
      isNumber: true,
      renderCell: (content: Content) => f.number(content[id]),
    })),
  ];
  return (
    <Card title={messages.title} note={useRule(options)} isFlush>
      <Table
        caption={messages.title}
        columns={columns}
        rows={contents.map((content, index) => ({ ...content, index }))}
        keyOf={({ index }) => String(index)}
      />
    </Card>
  );
}

/** The rule of reaching as a sentence. */
function useRule(options: unknown): string {
  const { f } = useI18n();
  const { reach } = useContentsMessages();
  const rule = (typeof options === 'object' && options !== null ? options : {}) as {
    reach?: { reach?: string; within?: number; preferredBy?: string };
  };
  const { reach: kind, within = DEFAULT_WITHIN_S, preferredBy = 'lastActive' } = rule.reach ?? {};
  switch (kind) {
    case 'first':
      return reach.first(f.span(within));
    case 'preferred':
      return reach.preferred(preferredBy === 'lastActive' ? reach.lastActive : preferredBy);
    default:
      return reach.all;
  }
}
