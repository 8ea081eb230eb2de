import { TextSelection, type EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { lazy, Suspense, useState } from 'react';
import { useApplication } from '../session/application.js';
import { MAY_BE_NAME } from '../targets/completion/completed-field.js';
import type { WrittenName } from '../targets/completion/open-name.js';

/** Texts of words alone do not need it. */
const Completion = lazy(() =>
  import('../targets/completion/completion.js').then(({ Completion: component }) => ({ default: component })),
);

interface RichCompletionProps {
  view: EditorView;
  state: EditorState;
}

/** Names for the placeholder, value or filter that is typed, as in the plain fields. */
export function RichCompletion({ view, state }: RichCompletionProps) {
  const { app } = useApplication();
  const [closed, setClosed] = useState<EditorState>();
  const { before, behind } = textAround(state);
  const isOpen = state.selection.empty && closed !== state && MAY_BE_NAME.test(before);
  return isOpen ? (
    <Suspense>
      <Completion
        app={app.key}
        field={view.dom}
        before={before}
        behind={behind}
        onClose={() => setClosed(state)}
        onChoose={(name) => write(view, name)}
      />
    </Suspense>
  ) : null;
}

/** The paragraph on both sides of the caret. */
function textAround({ selection: { $from } }: EditorState): { before: string; behind: string } {
  const { parent, parentOffset } = $from;
  return {
    before: parent.textBetween(0, parentOffset),
    behind: parent.textBetween(parentOffset, parent.content.size),
  };
}

/** Puts a name in the place of what was typed, all of which is text: no piece stands in it. */
function write(view: EditorView, { typed, written, caret }: WrittenName): void {
  const { tr, selection } = view.state;
  const from = selection.from - typed;
  tr.insertText(written, from, selection.from);
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, from + caret)).scrollIntoView());
  view.focus();
}
