import { useState } from 'react';
import { reportDelivery, type SimulatedDelivery } from '../api/simulators.js';
import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { Field } from '../kit/controls/field.js';
import { Link } from '../kit/controls/link.js';
import { Select } from '../kit/controls/select.js';
import { useChange } from '../loading/use-change.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './delivery-card.module.css';
import { useReportMessages } from './report-messages.js';

/** By what a person is found. Devices have no person of their own. */
const WAYS: Readonly<Partial<Record<string, string>>> = { smtp: 'email', sms: 'msisdn', whatsapp: 'wpNumber' };

/** Has the simulator report something about a message, as its provider or its receiver would. */
export function ReportDialog({ delivery }: { delivery: SimulatedDelivery }) {
  const { may } = useApplication();
  const messages = useReportMessages();
  const kinds = delivery.reports;
  if (kinds.length === 0 || !may('rehearse')) {
    return null;
  }
  return (
    <Dialog
      title={messages.report}
      trigger={<Button label={messages.reportOf(delivery.address)}>{messages.report}</Button>}
    >
      {(close) => <Report delivery={delivery} kinds={kinds} onClose={close} />}
    </Dialog>
  );
}

interface ReportProps {
  delivery: SimulatedDelivery;
  kinds: readonly string[];
  onClose: () => void;
}

function Report({ delivery: { seq, channel, address }, kinds, onClose }: ReportProps) {
  const { w } = useI18n();
  const messages = useReportMessages();
  const { app } = useApplication();
  const [kind, setKind] = useState(kinds[0] ?? '');
  const [text, setText] = useState('STOP');
  const [answer, setAnswer] = useState<string>();
  const way = WAYS[channel];
  const needsText = kind === 'answered';
  const change = useChange(
    () => reportDelivery(app.key, seq, { kind, ...(needsText && { text }) }),
    [],
    (result) => setAnswer(result.answer),
  );
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        setAnswer(undefined);
        change.run();
      }}
    >
      <p>{messages.help}</p>
      <Select
        label={messages.kind}
        value={kind}
        options={kinds.map((id) => [id, messages.kinds[id] ?? id] as const)}
        onChange={(value) => {
          setKind(value);
          setAnswer(undefined);
        }}
      />
      {needsText && <Field label={messages.text} help={messages.textHelp} value={text} onChange={setText} />}
      <div role="status">
        {answer !== undefined && (
          <p>
            {messages.sent(answer)}{' '}
            {way !== undefined && (
              <Link href={paths.users(app.key, { by: way, value: address })}>{messages.person}</Link>
            )}
          </p>
        )}
        {change.fault !== undefined && <p className={css['fault']}>{change.fault}</p>}
      </div>
      <DialogActions>
        <Button onPress={onClose}>{w.close}</Button>
        <Button kind="primary" type="submit" isPending={change.isPending} isDisabled={needsText && text.trim() === ''}>
          {messages.send}
        </Button>
      </DialogActions>
    </form>
  );
}
