import { Suspense } from 'react';
import { screen } from '../loading/screen.js';
import type { RichEditorProps } from './rich-editor.js';
import css from './rich.module.css';

/** The editor is a file of its own: it is loaded with the first block that has a text. */
const RichEditor = screen(() => import('./rich-editor.js'), 'RichEditor');

/** A text with bold, italic, links and placeholders, and its label. Without its editor the text is shown. */
export function RichField(props: RichEditorProps) {
  return (
    <div className={css['rich']}>
      <span className={css['label']} aria-hidden="true">
        {props.label}
      </span>
      <Suspense fallback={<p className={css['quiet']}>{props.content.text}</p>}>
        <RichEditor {...props} />
      </Suspense>
    </div>
  );
}
