import { useQuery } from '@tanstack/react-query';
import { members, type Member } from '../api/members.js';
import { queries } from '../api/queries.js';
import { Card } from '../kit/layout/card.js';
import { join } from '../kit/layout/join.js';
import { Badge } from '../kit/layout/badge.js';
import { Screen } from '../kit/layout/screen.js';
import { Table, type Column } from '../kit/tables/table.js';
import { Loaded } from '../loading/loaded.js';
import { useMe } from '../session/session-gate.js';
import { useI18n } from '../i18n/i18n.js';
import { ChangeDialog } from './change-dialog.js';
import { grantName } from './grants.js';
import { InviteDialog } from './invite-dialog.js';
import { LinkDialog } from './link-dialog.js';
import css from './members.module.css';
import { RemoveDialog } from './remove-dialog.js';
import { RolesCard } from './roles-card.js';
import { useMemberMessages } from './messages.js';

/** The people who work with Herald: what each may do, and how they come in. */
export function Members() {
  const messages = useMemberMessages();
  const query = useQuery(members());
  const { data: ways } = useQuery(queries.ways());
  const usesLinks = ways?.links !== false;
  return (
    <Screen title={messages.title} subtitle={messages.subtitle} actions={usesLinks && <InviteDialog />}>
      {!usesLinks && <p>{messages.byProvider(ways?.oidc ?? '')}</p>}
      <Card isFlush>
        <Loaded query={query}>{({ items }) => <List items={items} usesLinks={usesLinks} />}</Loaded>
      </Card>
      <RolesCard />
    </Screen>
  );
}

/** @param usesLinks  true where links sign members in */
function List({ items, usesLinks }: { items: readonly Member[]; usesLinks: boolean }) {
  const { f } = useI18n();
  const messages = useMemberMessages();
  const { member: me, apps } = useMe();
  const rolesOf = (grants: Member['grants']): string =>
    grants.length === 0 ? messages.nothing : grants.map((grant) => grantName(grant, messages, apps)).join(' · ');
  const columns: Column<Member>[] = [
    {
      id: 'name',
      name: messages.name,
      isName: true,
      renderCell: ({ id, name, email, grants }) => (
        <span className={css['who']}>
          <span>
            {name} {id === me.id && <Badge tone="quiet">{messages.you}</Badge>}
          </span>
          {email !== null && <span className={css['quiet']}>{email}</span>}
          <span className={join(css['quiet'], css['narrow'])}>{rolesOf(grants)}</span>
        </span>
      ),
    },
    {
      id: 'may',
      name: messages.may,
      from: 'middle',
      renderCell: ({ grants }) => rolesOf(grants),
    },
    {
      id: 'seen',
      name: messages.lastSeen,
      isShort: true,
      from: 'middle',
      renderCell: ({ lastSeenAt, invitedUntil }) =>
        lastSeenAt !== null
          ? f.ago(lastSeenAt)
          : invitedUntil === null
            ? messages.expired
            : messages.invitedUntil(f.moment(invitedUntil)),
    },
    {
      id: 'actions',
      name: messages.actions,
      isShort: true,
      renderCell: (member) => (
        <span className={css['actions']}>
          <ChangeDialog member={member} />
          {usesLinks && <LinkDialog member={member} />}
          <RemoveDialog member={member} />
        </span>
      ),
    },
  ];
  return <Table caption={messages.title} columns={columns} rows={items} keyOf={({ id }) => id} />;
}
