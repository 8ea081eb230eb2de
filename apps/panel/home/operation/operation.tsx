import type { Home } from '../../api/types.js';
import { Help } from '../../kit/controls/help.js';
import { Card } from '../../kit/layout/card.js';
import { Facts } from '../../kit/layout/facts.js';
import { useI18n } from '../../i18n/i18n.js';
import { useOperationMessages } from './messages.js';

/** Work that waits, for operators. */
export function Operation({ home }: { home: Home }) {
  const { f } = useI18n();
  const messages = useOperationMessages();
  const sum = (part: 'waiting' | 'inDoubt'): number => home.sending.reduce((all, campaign) => all + campaign[part], 0);
  const lag = home.indexLagSeconds ?? 0;
  return (
    <Card title={messages.queues}>
      <Facts
        facts={[
          { name: messages.waiting, note: messages.waitingNote, value: f.number(sum('waiting')) },
          {
            name: (
              <>
                {messages.doubt} <Help of={messages.doubt}>{messages.doubtHelp}</Help>
              </>
            ),
            note: messages.waitingNote,
            value: f.number(sum('inDoubt')),
          },
          { name: messages.index, value: lag === 0 ? messages.current : messages.behind(lag) },
          { name: messages.webhooks, note: messages.webhooksNote, value: f.number(home.webhooksGivenUp ?? 0) },
        ]}
      />
    </Card>
  );
}
