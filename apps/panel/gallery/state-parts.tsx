import { Button } from '../kit/controls/button.js';
import { Card } from '../kit/layout/card.js';
import { Denied, Empty, Failure, Stale } from '../kit/states/notice.js';
import { Skeleton } from '../kit/states/skeleton.js';
import { useI18n } from '../i18n/i18n.js';

/** The five states of every screen. */
export function StateParts() {
  const { w } = useI18n();
  return (
    <>
      <Card title="Skeleton">
        <Skeleton lines={3} />
      </Card>
      <Card title="Stale">
        <Stale since="2026-03-04T10:14:32Z" />
      </Card>
      <Card title="Empty">
        <Empty title={w.state.unserved} help={w.state.unservedHelp} action={<Button>{w.tryAgain}</Button>} />
      </Card>
      <Card title="Failure">
        <Failure text={w.state.serverFault} requestId="01JC9V6S2K" onRetry={() => {}} />
      </Card>
      <Card title="Denied">
        <Denied text="users.read" />
      </Card>
    </>
  );
}
