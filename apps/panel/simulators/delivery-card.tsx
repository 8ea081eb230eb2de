import type { CardFact, SimulatedDelivery } from '../api/simulators.js';
import { PushView } from '../widgets/push-view.js';
import { Facts } from '../kit/layout/facts.js';
import { Fold } from '../kit/layout/fold.js';
import { useI18n } from '../i18n/i18n.js';
import css from './delivery-card.module.css';
import { MailView } from './mail-view.js';
import { ReportDialog } from './report-dialog.js';
import { SmsView } from './sms-view.js';
import { useSimulatorMessages } from './messages.js';

/** One message on what it arrived at, and what it carries beside its text. */
export function DeliveryCard({ delivery }: { delivery: SimulatedDelivery }) {
  const { f } = useI18n();
  const messages = useSimulatorMessages();
  const { seq, channel, address, at, messageId, push, mail, sms } = delivery;
  return (
    <article className={css['card']} aria-label={`${messages.channels[channel] ?? channel}, ${address}`}>
      <header className={css['head']}>
        <strong>{messages.channels[channel] ?? channel}</strong>
        <span className={css['address']}>{address}</span>
        <time className={css['time']} dateTime={at}>
          {f.clock(at)}
        </time>
        <ReportDialog delivery={delivery} />
      </header>
      <div className={css['scene']}>
        {push && <PushView card={push} />}
        {mail && <MailView seq={seq} card={mail} />}
        {sms && <SmsView card={sms} isCounted={channel === 'sms'} />}
      </div>
      <Fold title={mail ? messages.headers : messages.details}>
        <Facts facts={factsOf(push?.facts ?? mail?.headers ?? [], [messages.messageId, messageId])} />
      </Fold>
    </article>
  );
}

function factsOf(facts: readonly CardFact[], [name, value]: readonly [string, string]) {
  return [{ name, value }, ...facts].map((fact) => ({
    name: fact.name,
    value: <span className={css['value']}>{fact.value}</span>,
  }));
}
