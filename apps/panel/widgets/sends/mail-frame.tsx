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
  /** Draws it as a program with a dark ground does. */
  isDark: boolean;
  /** Loads pictures of other servers, which reveals the reader to them. */
  hasPictures: boolean;
}

/** True for a mail with styles of its own for a dark ground (Media Queries 5, `prefers-color-scheme`). */
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
