import { useEffect, useRef, useState } from 'react';
import { join } from '../../kit/layout/join.js';
import { BASE } from '../../navigation/paths.js';
import { fillFrame } from './fill-frame.js';
import css from './sends.module.css';

interface MailFrameProps {
  title: string;
  html: string;
  /** Pixels: the mail as a phone shows it. */
  isNarrow: boolean;
  /** As a program with a dark ground shows it. */
  isDark: boolean;
  /** Pictures of other servers are loaded, which tells them that somebody looks. */
  hasPictures: boolean;
}

/** Whether a mail says itself how it looks on a dark ground (Media Queries 5, `prefers-color-scheme`). */
export function hasDarkColours(html: string): boolean {
  return /prefers-color-scheme:\s*dark/i.test(html);
}

/**
 * The HTML of a mail. Its frame is a document of the server whose policy runs no script and loads nothing; the page puts
 * the mail into it as a tree, so a change is there at once and lies nowhere on the server.
 */
export function MailFrame({ title, html, isNarrow, isDark, hasPictures }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (isLoaded) {
      fillFrame(frame.current, html, hasPictures, isDark && !hasDarkColours(html));
    }
  }, [isLoaded, html, hasPictures, isDark]);
  return (
    <iframe
      ref={frame}
      className={join(
        isNarrow ? css['phone'] : css['desktop'],
        isDark && (hasDarkColours(html) ? css['dark'] : css['inverted']),
      )}
      title={title}
      src={`${BASE}/mail-frame${hasPictures ? '?pictures=1' : ''}`}
      sandbox="allow-same-origin"
      referrerPolicy="no-referrer"
      onLoad={() => setLoaded(true)}
    />
  );
}
