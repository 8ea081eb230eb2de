import { useMutation } from '@tanstack/react-query';
import { verifyLog } from '../api/audit.js';
import { Refusal } from '../api/refusals/refusal.js';
import { Button } from '../kit/controls/button.js';
import { Card } from '../kit/layout/card.js';
import { refusalText } from '../loading/loaded.js';
import { useI18n } from '../i18n/i18n.js';
import css from './audit-log.module.css';
import { useAuditMessages } from './messages.js';

/** Reads the whole log on demand, and says in words if it was altered. */
export function Verification({ app }: { app: string }) {
  const { w } = useI18n();
  const messages = useAuditMessages();
  const check = useMutation({ mutationFn: () => verifyLog(app) });
  const result = check.data;
  const refusal = check.error instanceof Refusal ? check.error : undefined;
  return (
    <Card>
      <div className={css['verification']}>
        <div role="status">
          {check.isIdle && <p className={css['quiet']}>{messages.idle}</p>}
          {check.isPending && <p>{messages.verifying}</p>}
          {check.error && <p>{refusalText(refusal, w.state.offline, w.state.serverFault)}</p>}
          {result?.whole === true && (
            <>
              <p className={css['whole']}>
                {result.last === 0 ? messages.empty : messages.whole(result.first, result.last)}
              </p>
              {result.head !== '' && (
                <p className={css['quiet']}>
                  {messages.hash}: <code className={css['hash']}>{result.head}</code> {messages.hashHelp}
                </p>
              )}
            </>
          )}
          {result?.whole === false && (
            <p className={css['broken']}>
              {messages.broken(result.faultAt ?? 0)} {result.fault}
            </p>
          )}
        </div>
        <Button onPress={() => check.mutate()} isPending={check.isPending}>
          {messages.verify}
        </Button>
      </div>
    </Card>
  );
}
