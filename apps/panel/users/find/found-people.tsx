import type { FoundPeople, FoundPerson } from '../../api/types.js';
import { Link } from '../../kit/controls/link.js';
import { Empty } from '../../kit/states/notice.js';
import { Table, type Column } from '../../kit/tables/table.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './find-users.module.css';
import { useFindMessages } from './messages.js';

/** The newest people, or those who were searched, with what of them has what was typed. */
export function FoundPeopleTable({ people, text }: { people: FoundPeople; text: string }) {
  const { f } = useI18n();
  const messages = useFindMessages();
  const { app } = useApplication();
  const { items, hasMore } = people;
  if (items.length === 0) {
    return text === '' ? (
      <Empty title={messages.nobody} help={messages.nobodyHelp} />
    ) : (
      <Empty title={messages.noUsers} help={messages.noUsersHelp(text)} />
    );
  }
  const last: Column<FoundPerson> =
    text === ''
      ? {
          id: 'since',
          name: messages.since,
          isShort: true,
          from: 'middle',
          renderCell: ({ createdAt }) => (createdAt === null ? '–' : f.ago(createdAt)),
        }
      : {
          id: 'by',
          name: messages.foundBy,
          from: 'middle',
          renderCell: ({ by }) => by.map((code) => messages.ways[code] ?? code).join(', '),
        };
  return (
    <>
      <Table
        caption={text === '' ? messages.newest : messages.found}
        rows={items}
        keyOf={({ uid }) => uid}
        columns={[
          {
            id: 'user',
            name: messages.name,
            isName: true,
            renderCell: ({ uid, extId, names }) => <Link href={paths.user(app.key, uid)}>{names ?? extId}</Link>,
          },
          { id: 'extId', name: messages.id, renderCell: ({ extId }) => extId },
          last,
        ]}
      />
      {hasMore && <p className={css['more']}>{messages.more}</p>}
    </>
  );
}
