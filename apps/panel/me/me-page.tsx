import { Columns, Screen, Stack } from '../kit/layout/screen.js';
import { useMe } from '../session/session-gate.js';
import { useI18n } from '../i18n/i18n.js';
import { OwnUsersCard } from './own-users-card.js';
import { PasskeysCard } from './passkeys-card.js';
import { ProviderCard } from './provider-card.js';
import { SelfCard } from './self-card.js';
import { SessionsCard } from './sessions-card.js';

/** Shows the member's own settings and sessions. */
export function MePage() {
  const { w } = useI18n();
  const { member } = useMe();
  return (
    <Screen title={member.name} trail={w.nav.account} subtitle={member.email ?? undefined}>
      <Columns kind="wide">
        <Stack>
          <SelfCard />
          <PasskeysCard />
          <ProviderCard />
        </Stack>
        <Stack>
          <SessionsCard />
          <OwnUsersCard />
        </Stack>
      </Columns>
    </Screen>
  );
}
