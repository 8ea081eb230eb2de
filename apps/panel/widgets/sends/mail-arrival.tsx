import { useState } from 'react';
import type { ComposedPayload } from '../../api/compose/compose.js';
import { Button } from '../../kit/controls/button.js';
import { Chips } from '../../kit/controls/chips.js';
import { hasDarkColours, MailFrame } from './mail-frame.js';
import css from './sends.module.css';
import { useSendMessages } from './messages.js';

/** The mail that the SMTP server of an account receives. */
export interface ArrivingMail {
  subject: string;
  html: string;
  text: string;
  from: string;
}

/** The mail of a payload; undefined for another channel. */
export function mailOf({ channel, payload }: Pick<ComposedPayload, 'channel' | 'payload'>): ArrivingMail | undefined {
  const fields = (payload ?? {}) as Readonly<Record<string, unknown>>;
  const textOf = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '');
  return channel === 'smtp' && payload !== null
    ? {
        subject: textOf('subject'),
        html: textOf('html'),
        text: textOf('text'),
        from: [textOf('fromName'), textOf('fromAddress')].filter((part) => part !== '').join(' · '),
      }
    : undefined;
}

/** A mail as it arrives: wide, on a phone, with and without pictures, and its text part. */
export function MailArrival({ mail: { subject, html, text, from } }: { mail: ArrivingMail }) {
  const messages = useSendMessages();
  const [view, setView] = useState('wide');
  const [hasPictures, setPictures] = useState(false);
  return (
    <div className={css['mail']}>
      <p className={css['subject']}>{subject}</p>
      {from !== '' && <p className={css['quiet']}>{from}</p>}
      <div className={css['views']}>
        <Chips label={messages.view} value={view} options={Object.entries(messages.views)} onChange={setView} />
        {view !== 'text' && (
          <Button kind="quiet" onPress={() => setPictures(!hasPictures)}>
            {hasPictures ? messages.hidePictures : messages.showPictures}
          </Button>
        )}
      </div>
      {view === 'text' ? (
        // A long mail scrolls in its box, which the keyboard reaches too (WCAG 2.1.1).
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={css['plain']} role="region" aria-label={messages.mailOf(subject)} tabIndex={0}>
          {text}
        </div>
      ) : (
        <MailFrame
          // Another policy is another document.
          key={String(hasPictures)}
          title={messages.mailOf(subject)}
          html={html}
          isNarrow={view === 'phone'}
          isDark={view === 'dark'}
          hasPictures={hasPictures}
        />
      )}
      {view === 'dark' && !hasDarkColours(html) && <p className={css['quiet']}>{messages.inverted}</p>}
    </div>
  );
}
