import type { AccountState } from '../api/types.js';
import { useChannelNames } from '../widgets/channel-names.js';
import { useReasonTitles } from '../widgets/reason-titles.js';
import { Badge } from '../kit/layout/badge.js';
import { Facts } from '../kit/layout/facts.js';
import { useI18n } from '../i18n/i18n.js';
import css from './look/home.module.css';

/** Lists accounts of providers; accounts that cannot send come first, with the reason. */
export function Accounts({ accounts }: { accounts: readonly AccountState[] }) {
  const { w, f } = useI18n();
  const nameOf = useChannelNames();
  const titleOf = useReasonTitles();
  if (accounts.length === 0) {
    return <p className={css['quiet']}>{w.home.accountsNone}</p>;
  }
  const troubled = accounts.filter(({ state }) => state !== 'READY');
  const ready = accounts.filter(({ state }) => state === 'READY');
  return (
    <Facts
      facts={[...troubled, ...ready].map(({ account, state, until, reason }) => ({
        name: nameOf(account),
        note: [reason === null ? null : titleOf(reason), until === null ? null : w.home.until(f.moment(until))]
          .filter(Boolean)
          .join(' · '),
        value: (
          <Badge tone={state === 'READY' ? 'sent' : state === 'RESTING' ? 'skipped' : 'failed'}>
            {w.accounts[state] ?? state}
          </Badge>
        ),
      }))}
    />
  );
}
