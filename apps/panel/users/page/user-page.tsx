import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Erasure } from '../../api/people.js';
import { queries } from '../../api/queries.js';
import type { UserHead } from '../../api/types.js';
import { Link } from '../../kit/controls/link.js';
import { Card } from '../../kit/layout/card.js';
import { Columns, Screen, Stack } from '../../kit/layout/screen.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { Loaded } from '../../loading/loaded.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { usePersonMessages } from '../messages.js';
import { ChangeDialog } from '../edit/change-dialog.js';
import { ExportButton } from '../edit/export-button.js';
import { RemoveDialog } from '../edit/remove-dialog.js';
import { Gone } from './gone.js';
import { HeadCards } from './head-cards.js';
import { InboxCard } from './inbox-card.js';
import { JourneysCard } from './journeys-card.js';
import { Timeline } from './timeline.js';
import { ReachExplanationCard } from './reach-explanation-card.js';

interface UserPageProps {
  uid: string;
  search: Record<string, string | undefined>;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** A person: what we may, and everything that happened, with the reason for each. */
export function UserPage(props: UserPageProps) {
  const [gone, setGone] = useState<{ uid: string; erasure: Erasure | null }>();
  const { uid } = props;
  return gone?.uid === uid ? <Gone {...gone} /> : <Person {...props} onGone={(erasure) => setGone({ uid, erasure })} />;
}

function Person({ uid, search, setSearch, onGone }: UserPageProps & { onGone: (erasure: Erasure | null) => void }) {
  const { w } = useI18n();
  const { app, may } = useApplication();
  const query = useQuery(queries.user(app.key, uid));
  const campaign = search['campaign'];
  return (
    <Screen
      title={query.data === undefined ? uid : nameOf(query.data)}
      trail={<Link href={paths.users(app.key)}>{w.users.title}</Link>}
      subtitle={query.data && <Subtitle user={query.data} />}
      actions={
        query.data && (
          <>
            {may('users.erase') && query.data.extId !== null && (
              <RemoveDialog user={query.data} extId={query.data.extId} onGone={onGone} />
            )}
            {may('users.export') && may('users.private') && query.data.extId !== null && (
              <ExportButton user={query.data} />
            )}
            {may('users.write') && <ChangeDialog user={query.data} />}
          </>
        )
      }
    >
      <Loaded
        query={query}
        skeleton={
          <Columns kind="narrow-wide">
            <Card>
              <Skeleton lines={6} />
            </Card>
            <Card>
              <Skeleton lines={10} />
            </Card>
          </Columns>
        }
        missing={{ title: w.users.missing, help: w.users.missingHelp }}
      >
        {(user) => (
          <>
            {campaign !== undefined && <ReachExplanationCard uid={uid} campaign={campaign} />}
            <Columns kind="narrow-wide">
              <HeadCards user={user} />
              <Stack>
                <Timeline uid={uid} search={search} setSearch={setSearch} />
                <JourneysCard uid={uid} />
                <InboxCard uid={uid} />
              </Stack>
            </Columns>
          </>
        )}
      </Loaded>
    </Screen>
  );
}

function Subtitle({ user }: { user: UserHead }) {
  const { w, f } = useI18n();
  const messages = usePersonMessages();
  const { names, extId, uid, email, msisdn, firstSeen, lastSeen, merged } = user;
  const parts = [
    names === null ? null : extId,
    extId === null && names === null ? null : uid,
    email,
    msisdn,
    firstSeen === null ? null : messages.registered(f.ago(firstSeen)),
    merged ? messages.visitor(merged.uid, f.ago(merged.since)) : null,
    lastSeen === null ? null : w.users.seen(f.ago(lastSeen)),
  ];
  return <>{parts.filter((part) => part !== null).join(' · ')}</>;
}

function nameOf({ names, extId, uid }: UserHead): string {
  return names ?? extId ?? uid;
}
