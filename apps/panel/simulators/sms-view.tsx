import type { SmsCard } from '../api/simulators.js';
import { useSpeech } from '../words/words.js';
import css from './sms-view.module.css';
import { useSimulatorWords } from './words.js';

/** A text message as a bubble, with what its operator counts. */
export function SmsView({ card: { from, text, segments, encoding, characters, media } }: { card: SmsCard }) {
  const { f } = useSpeech();
  const words = useSimulatorWords();
  return (
    <div className={css['thread']}>
      <p className={css['from']}>{from}</p>
      <p className={css['bubble']}>{text}</p>
      {media.map((address) => (
        <p key={address} className={css['media']}>
          <span>{words.media}</span> {address}
        </p>
      ))}
      <p className={css['count']}>
        {segments === 1 ? words.segment : words.segments(f.number(segments))} ·{' '}
        {words.characters(f.number(characters), encoding)}
      </p>
    </div>
  );
}
