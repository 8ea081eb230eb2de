import type { Erasure } from '../../api/people.js';
import { Link } from '../../kit/controls/link.js';
import { Card } from '../../kit/layout/card.js';
import { Facts } from '../../kit/layout/facts.js';
import { Screen } from '../../kit/layout/screen.js';
import { Empty } from '../../kit/states/notice.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { useEditMessages } from '../edit/messages.js';

/** Replaces the page of a person who was just deleted. An erased person leaves only the receipt. */
export function Gone({ uid, erasure }: { uid: string; erasure: Erasure | null }) {
  const { w, f } = useI18n();
  const messages = useEditMessages();
  const { app } = useApplication();
  return (
    <Screen title={uid} trail={<Link href={paths.users(app.key)}>{w.users.title}</Link>}>
      <div role="status">
        <Card>
          <Empty
            title={erasure === null ? messages.deleted : messages.erased}
            help={erasure === null ? messages.deletedHelp : messages.erasedHelp(erasure.receiptId)}
          />
        </Card>
      </div>
      {erasure !== null && (
        <Card title={messages.receipt} note={erasure.receiptId}>
          <Facts
            facts={Object.entries(erasure.counts).map(([table, rows]) => ({
              name: table,
              value: f.number(Number(rows)),
            }))}
          />
        </Card>
      )}
    </Screen>
  );
}
