import { baseKeymap, splitBlock, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { type Command, EditorState, Plugin } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { handleCopy, handleDrop, handlePaste } from './rich-clipboard.js';
import { breakLine, insertPlaceholder, placeholders, setLink } from './rich-commands.js';
import { RichCompletion } from './rich-completion.js';
import { docOf, readDoc, schema } from './rich-schema.js';
import { paragraphsOf, readBlockText, type BlockText } from './rich-text.js';
import { RichTools } from './rich-tools.js';
import css from './rich.module.css';

export interface RichEditorProps {
  label: string;
  content: BlockText;
  /** Enter begins a line and no paragraph: a heading. */
  isHeading: boolean;
  onChange: (content: BlockText) => void;
}

/** Writes a text with bold, italic, links and placeholders. */
export function RichEditor({ label, content, isHeading, onChange }: RichEditorProps) {
  const frame = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const [isLinking, setLinking] = useState(false);
  // The view that has the focus.
  const [focused, setFocused] = useState<EditorView>();
  const [state, setState] = useState(() => stateOf(content, isHeading, () => setLinking(true)));
  // The last text that this editor reported: any other text comes from elsewhere, as when another version of the draft
  // is taken.
  const reported = useRef(content);
  const report = useEffectEvent((changed: EditorState): void => {
    reported.current = readBlockText(readDoc(changed.doc));
    onChange(reported.current);
  });
  // It is made once; what it shows is changed by its own transactions, and below.
  const open = useEffectEvent((): EditorView => {
    const editor = new EditorView(frame.current, {
      state,
      attributes: {
        class: css['editor'] ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        spellcheck: 'true',
      },
      handleDOMEvents: {
        paste: handlePaste,
        copy: handleCopy,
        cut: handleCopy,
        drop: handleDrop,
        focus: (editor) => setFocused(editor),
        blur: () => setFocused(undefined),
      },
      dispatchTransaction: (transaction) => {
        const next = editor.state.apply(transaction);
        editor.updateState(next);
        setState(next);
        if (transaction.docChanged) {
          report(next);
        }
      },
    });
    return editor;
  });
  useEffect(() => {
    const editor = open();
    view.current = editor;
    return () => editor.destroy();
  }, []);
  // Runs before the next input, which would otherwise be taken for text from elsewhere.
  useLayoutEffect(() => {
    if (!isSame(content, reported.current) && view.current) {
      reported.current = content;
      const next = stateOf(content, isHeading, () => setLinking(true));
      view.current.updateState(next);
      setState(next);
    }
  }, [content, isHeading]);
  const run = (command: Command): void => {
    if (view.current) {
      command(view.current.state, view.current.dispatch, view.current);
      view.current.focus();
    }
  };
  // A list or dialog that closes gives the focus back to its button, which hands it on. By itself a browser would put the
  // cursor where it was before the text was changed.
  const isReturning = useRef(false);
  const runAndReturn = (command: Command): void => {
    isReturning.current = true;
    run(command);
  };
  const handOn = (): void => {
    if (isReturning.current) {
      isReturning.current = false;
      view.current?.focus();
    }
  };
  return (
    <div className={css['frame']}>
      <RichTools
        state={state}
        label={label}
        isLinking={isLinking}
        onLinking={setLinking}
        onLook={(look) => run(toggleMark(schema.marks[look]))}
        onLink={(href) => runAndReturn(setLink(href))}
        onPlaceholder={(name) => runAndReturn(insertPlaceholder(name))}
        onFocus={handOn}
      />
      <div ref={frame} />
      {focused && <RichCompletion view={focused} state={state} />}
    </div>
  );
}

function stateOf(content: BlockText, isHeading: boolean, askLink: () => void): EditorState {
  return EditorState.create({
    doc: docOf(paragraphsOf(content)),
    plugins: [
      placeholders,
      history(),
      keymap({
        'Mod-b': toggleMark(schema.marks.bold),
        'Mod-i': toggleMark(schema.marks.italic),
        'Mod-z': undo,
        'Mod-y': redo,
        'Shift-Mod-z': redo,
        'Shift-Enter': breakLine,
        Enter: isHeading ? breakLine : splitBlock,
      }),
      keymap(baseKeymap),
      new Plugin({ props: { handleKeyDown: (_, event) => isLinkKey(event) && takeKey(event, askLink) } }),
    ],
  });
}

function isLinkKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey && !altKey;
}

/** Elsewhere on the page this key opens the finder. */
function takeKey(event: KeyboardEvent, act: () => void): true {
  event.stopPropagation();
  act();
  return true;
}

function isSame(content: BlockText, other: BlockText): boolean {
  return content.text === other.text && JSON.stringify(content.rich) === JSON.stringify(other.rich);
}
