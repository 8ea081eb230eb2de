import type { Home } from '../api/types.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Facts } from '../kit/layout/facts.js';
import { Figure } from '../kit/layout/figure.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { useWaitingMessages } from './messages.js';

export type WaitingProps = Required<Pick<Home, 'drafts' | 'indexLagSeconds' | 'tokenLimits' | 'webhooksGivenUp'>>;

/** Lists the reader's own drafts, and late or abandoned work. The server sends the latter to members who may see it. */
export function Waiting({ drafts, indexLagSeconds, tokenLimits, webhooksGivenUp }: WaitingProps) {
  const { w, f } = useI18n();
  const messages = useWaitingMessages();
  const { app } = useApplication();
  return (
    <>
      {drafts.length > 0 && (
        <Card title={messages.drafts}>
          <Facts
            facts={drafts.map(({ id, name, changedAt }) => ({
              name: f.moment(changedAt),
              value: (
                <Link href={paths.composer(app.key, { draft: id })}>{name === '' ? messages.nameless : name}</Link>
              ),
            }))}
          />
        </Card>
      )}
      {indexLagSeconds > 0 && (
        <Card title={messages.index}>
          <Figure value={messages.minutes(Math.floor(indexLagSeconds / 60))} unit={messages.indexHelp} />
        </Card>
      )}
      {tokenLimits.length > 0 && (
        <Card title={messages.tokens}>
          <p>{messages.tokensHelp}</p>
          <Facts
            facts={tokenLimits.map(({ key, name, tokens }) => ({
              name: <Link href={paths.campaign(app.key, key)}>{name ?? key}</Link>,
              value: f.number(tokens),
            }))}
          />
        </Card>
      )}
      {webhooksGivenUp > 0 && (
        <Card title={messages.webhooks}>
          <Figure value={f.number(webhooksGivenUp)} unit={messages.webhooksHelp} />
          <Link href={paths.setup(app.key)}>{w.nav.setUp}</Link>
        </Card>
      )}
    </>
  );
}
