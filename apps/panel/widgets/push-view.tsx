import { useState } from 'react';
import type { PushCard } from '../api/simulators.js';
import { Facts } from '../kit/layout/facts.js';
import { join } from '../kit/layout/join.js';
import css from './push-view.module.css';
import { usePushMessages } from './push-messages.js';
import { shownPicture } from './pictures/own-picture.js';

const LOOKS: Readonly<Record<string, string>> = { iPhone: 'iphone', Android: 'android', Browser: 'browser' };

/** The shown fields of a push, from any source. */
export type ShownPush = Omit<PushCard, 'slides'> & {
  slides: readonly { title: string; text: string; picture?: string | null }[];
};

/** A push on the lock screen of an iPhone, in the shade of an Android phone, or at the edge of a desktop. */
export function PushView({ card }: { card: ShownPush }) {
  const messages = usePushMessages();
  const { device, app, title, subtitle, text, picture, buttons, badge, slides, activity, note } = card;
  const name = app ?? (device === 'Browser' ? messages.browser : device);
  return (
    <div className={join(css['notification'], css[LOOKS[device] ?? 'android'])}>
      <p className={css['source']}>
        <span className={css['icon']} aria-hidden="true">
          {name.slice(0, 1).toUpperCase()}
        </span>
        <span className={css['app']}>{name}</span>
        <span className={css['when']}>{messages.now}</span>
      </p>
      {title !== null && <p className={css['title']}>{title}</p>}
      {subtitle !== null && <p className={css['subtitle']}>{subtitle}</p>}
      {text !== null && <p className={css['text']}>{text}</p>}
      {note !== null && <p className={css['note']}>{note}</p>}
      {picture !== null && <PushPicture key={picture} address={picture} />}
      {activity && (
        <div className={css['activity']}>
          <p className={css['subtitle']}>{messages.activity(activity.event)}</p>
          <Facts facts={activity.state} />
        </div>
      )}
      {slides.length > 0 && (
        <ol className={css['slides']}>
          {slides.map((slide, index) => (
            <li key={index}>
              {typeof slide.picture === 'string' && <PushPicture key={slide.picture} address={slide.picture} />}
              <strong>{slide.title}</strong>
              {slide.text}
            </li>
          ))}
        </ol>
      )}
      {badge !== null && <p className={css['note']}>{messages.badge(badge)}</p>}
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

/** The picture of a push where the page may show it, else its address: other servers would learn who looks at it. */
function PushPicture({ address }: { address: string }) {
  const messages = usePushMessages();
  const [isBroken, setBroken] = useState(false);
  const source = isBroken ? undefined : shownPicture(address);
  return source === undefined ? (
    <p className={css['picture']}>
      <span>{messages.picture}</span>
      {address}
    </p>
  ) : (
    <img className={css['image']} src={source} alt={messages.picture} onError={() => setBroken(true)} />
  );
}
