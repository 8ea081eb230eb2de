import type { UserHead } from '../../api/types.js';
import { platformName } from '../../widgets/platform-names.js';
import { Card } from '../../kit/layout/card.js';
import { Facts } from '../../kit/layout/facts.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { RetireDialog } from '../edit/retire-dialog.js';
import { usePersonMessages } from '../messages.js';
import css from '../look/page.module.css';

/** On what a person gets messages, whether each still works, and where not, why. */
export function DevicesCard({ user }: { user: UserHead }) {
  const { w, f } = useI18n();
  const { may } = useApplication();
  const messages = usePersonMessages();
  const stateOf = ({ tokenState, retiredReason, permitted }: UserHead['devices'][number]): string | null => {
    if (tokenState === 'VALID') {
      return permitted ? null : messages.declined;
    }
    const state = w.users.token[tokenState] ?? tokenState;
    return retiredReason ? `${state}: ${messages.retired[retiredReason] ?? retiredReason}` : state;
  };
  return (
    <Card title={w.users.devices}>
      {user.devices.length === 0 ? (
        <p className={css['quiet']}>{w.users.devicesNone}</p>
      ) : (
        <Facts
          facts={user.devices.map((device) => {
            const { installationId, platform, model, appVersion, language, tokenState, lastSeen, placeAt } = device;
            const platformShown = platformName(platform, w);
            const name = model ?? platformShown;
            const notes = [
              model === null ? null : platformShown,
              appVersion,
              language,
              stateOf(device),
              placeAt ? messages.place(f.ago(placeAt)) : null,
            ];
            return {
              name,
              note: notes.filter((text) => text !== null).join(' · '),
              value: (
                <span className={css['device']}>
                  <span className={css['short']}>{lastSeen === null ? '–' : f.ago(lastSeen)}</span>
                  {may('users.write') && tokenState === 'VALID' && (
                    <RetireDialog user={user} device={installationId} name={name} />
                  )}
                </span>
              ),
            };
          })}
        />
      )}
    </Card>
  );
}
