import type { SmsCard } from '../api/simulators.js';
import { useI18n } from '../i18n/i18n.js';
import css from './sms-view.module.css';
import { useSimulatorMessages } from './messages.js';

interface SmsViewProps {
  card: SmsCard;
  /** True where its parts are billed: no other message to a number has any. */
  isCounted: boolean;
}

/** A message to a number as a bubble, with what an operator counts. */
export function SmsView({ card, isCounted }: SmsViewProps) {
  const { from, text, segments, encoding, characters, media } = card;
  const { f } = useI18n();
  const messages = useSimulatorMessages();
  return (
    <div className={css['thread']}>
      <p className={css['from']}>{from}</p>
      <p className={css['bubble']}>{text}</p>
      {media.map((address) => (
        <p key={address} className={css['media']}>
          <span>{messages.media}</span> {address}
        </p>
      ))}
      {isCounted && (
        <p className={css['count']}>
          {segments === 1 ? messages.segment : messages.segments(f.number(segments))} ·{' '}
          {messages.characters(f.number(characters), encoding)}
        </p>
      )}
    </div>
  );
}
