import type { PushCard } from '../api/simulators.js';
import { Facts } from '../kit/layout/facts.js';
import { join } from '../kit/layout/join.js';
import css from './push-view.module.css';
import { usePushWords } from './push-words.js';

const LOOKS: Readonly<Record<string, string>> = { iPhone: 'iphone', Android: 'android', Browser: 'browser' };

/** A push on the lock screen of an iPhone, in the shade of an Android phone, or at the edge of a desktop. */
export function PushView({ card }: { card: PushCard }) {
  const words = usePushWords();
  const { device, app, title, subtitle, text, picture, buttons, badge, slides, activity, note } = card;
  const name = app ?? (device === 'Browser' ? words.browser : device);
  return (
    <div className={join(css['notification'], css[LOOKS[device] ?? 'android'])}>
      <p className={css['source']}>
        <span className={css['icon']} aria-hidden="true">
          {name.slice(0, 1).toUpperCase()}
        </span>
        <span className={css['app']}>{name}</span>
        <span className={css['when']}>{words.now}</span>
      </p>
      {title !== null && <p className={css['title']}>{title}</p>}
      {subtitle !== null && <p className={css['subtitle']}>{subtitle}</p>}
      {text !== null && <p className={css['text']}>{text}</p>}
      {note !== null && <p className={css['note']}>{note}</p>}
      {picture !== null && (
        <p className={css['picture']}>
          <span>{words.picture}</span>
          {picture}
        </p>
      )}
      {activity && (
        <div className={css['activity']}>
          <p className={css['subtitle']}>{words.activity(activity.event)}</p>
          <Facts facts={activity.state} />
        </div>
      )}
      {slides.length > 0 && (
        <ol className={css['slides']}>
          {slides.map((slide, index) => (
            <li key={index}>
              <strong>{slide.title}</strong>
              {slide.text}
            </li>
          ))}
        </ol>
      )}
      {badge !== null && <p className={css['note']}>{words.badge(badge)}</p>}
      {buttons.length > 0 && (
        <ul className={css['buttons']}>
          {buttons.map((button, index) => (
            <li key={index}>{button}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
